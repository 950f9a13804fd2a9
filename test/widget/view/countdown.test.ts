// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest'
import { transfer } from '../../../demo/gallery/views.ts'
import { start } from '../core/fake-page.ts'
import { openPayer } from './payer.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

const endingIn = (ms: number) => ({ ...transfer, expiresAt: new Date(start + ms).toISOString() })
type Payer = Awaited<ReturnType<typeof openPayer>>
const announced = ({ place }: Payer) => place.querySelector('.time [aria-live]')?.textContent ?? null
/** Without the words around it. */
const timeText = ({ widget }: Payer) => widget.getByRole('timer').textContent?.replace(/ left$/, '') ?? null

describe('the time left', () => {
  test('counts down every second', async () => {
    const payer = await openPayer(endingIn(30 * minute))
    expect(timeText(payer)).toBe('29:59')
    await payer.page.advance(9 * second)
    expect(timeText(payer)).toBe('29:50')
  })

  test.each([-26 * hour, 3 * hour])(
    'follows the server’s clock if the phone’s is %i ms wrong',
    async (aheadMs) => {
      const payer = await openPayer(endingIn(aheadMs + 30 * minute), { aheadMs })
      expect(timeText(payer)).toBe('29:59')
    },
  )

  test('continues after a reload', async () => {
    const payer = await openPayer(endingIn(30 * minute), { sinceMs: 20 * minute })
    expect(timeText(payer)).toBe('09:59')
  })

  test.each([
    [hour + minute, '1:00:59'],
    [50 * hour, '2 days 1:59:59'],
  ])('of %i ms is shown with hours and days', async (ms, shown) => {
    expect(timeText(await openPayer(endingIn(ms)))).toBe(shown)
  })

  test('keeps its room when it gets shorter', async () => {
    const payer = await openPayer(endingIn(hour + 2 * second))
    const room = () => payer.place.querySelector('.time .hidden')?.textContent
    expect([timeText(payer), room()]).toEqual(['1:00:01', '1:00:02 left'])
    await payer.page.advance(2 * second)
    expect([timeText(payer), room()]).toEqual(['59:59', '1:00:02 left'])
  })

  test('follows a changed expiresAt', async () => {
    const payer = await openPayer(endingIn(30 * minute))
    await payer.respondWith(endingIn(10 * minute))
    await payer.page.advance(second)
    expect(timeText(payer)).toBe('09:58')
  })

  test('goes on if the end turns out to be later than it was shown', async () => {
    const payer = await openPayer(endingIn(minute))
    await payer.page.advance(2 * minute)
    expect(timeText(payer)).toBe('00:00')
    // The server's clock was set back meanwhile.
    const view = { ...endingIn(minute), now: new Date(start).toISOString() }
    await payer.respondWith({ view, headers: { etag: 'W/"2"' } })
    await payer.page.advance(20 * second)
    expect(timeText(payer)).toBe('00:40')
  })

  test('is announced at five minutes, one minute and thirty seconds only', async () => {
    const payer = await openPayer(endingIn(10 * minute))
    const announcements = new Map<string | null, string | null>()
    for (let passed = 0; passed < 10 * minute; passed += second) {
      const before = announced(payer)
      await payer.page.advance(second)
      if (announced(payer) && announced(payer) !== before)
        announcements.set(timeText(payer), announced(payer))
    }
    expect([...announcements]).toEqual([
      ['05:00', '5 minutes left to pay'],
      ['01:00', '1 minute left to pay'],
      ['00:30', '30 seconds left to pay'],
    ])
  })

  test.each([
    [6 * minute, 5 * minute - 1, '5 minutes left to pay'],
    [10 * minute, 4 * minute + 10 * second, '4 minutes left to pay'],
    [10 * minute, 2 * minute + 50 * second, '2 minutes left to pay'],
    [4 * minute, 58 * second, '1 minute left to pay'],
    [50 * second, 12 * second, '12 seconds left to pay'],
  ])(
    'is announced after a timer of the background was late: at %i ms, %i ms are left',
    async (at, left, words) => {
      const payer = await openPayer(endingIn(at))
      payer.page.sleep(at - second - left)
      await payer.page.advance(0)
      expect(announced(payer)).toBe(words)
    },
  )

  test('of which an announcement is not found later, when it would be wrong', async () => {
    const payer = await openPayer(endingIn(5 * minute + 2 * second))
    await payer.page.advance(2 * second)
    expect(announced(payer)).toBe('5 minutes left to pay')
    await payer.page.advance(10 * second)
    expect(announced(payer)).toBe('')
  })

  test('beside other announcements: the end of none cuts off another', async () => {
    const payer = await openPayer(endingIn(5 * minute + 2 * second))
    await payer.press('Copy: Recipient')
    await payer.page.advance(second)
    expect([announced(payer), payer.status()]).toEqual(['5 minutes left to pay', 'Copied: Recipient'])
    await payer.page.advance(5 * second)
    expect([announced(payer), payer.status()]).toEqual(['5 minutes left to pay', ''])
    await payer.press('Copy: Recipient')
    await payer.page.advance(2 * second)
    expect([announced(payer), payer.status()]).toEqual(['', 'Copied: Recipient'])
  })

  test('nor does the end of an earlier one cut off what has followed it', async () => {
    const payer = await openPayer(endingIn(2 * minute))
    payer.page.sleep(2 * minute - 33 * second)
    await payer.page.advance(0)
    expect(announced(payer)).toBe('32 seconds left to pay')
    await payer.page.advance(3 * second)
    expect(announced(payer)).toBe('30 seconds left to pay')
    await payer.page.advance(5 * second)
    expect(announced(payer)).toBe('30 seconds left to pay')
  })
})

describe('as the time gets short', () => {
  test('the time is shown in the caution color from five minutes on', async () => {
    const payer = await openPayer(endingIn(5 * minute + 2 * second))
    const isUrgent = () => payer.widget.getByRole('timer').classList.contains('urgent')
    expect(isUrgent()).toBe(false)
    await payer.page.advance(second)
    expect(isUrgent()).toBe(true)
  })

  test('in the last minute the payer is advised not to start, and money that was sent counts', async () => {
    const payer = await openPayer(endingIn(minute + 2 * second))
    const before = payer.rows()
    const hint = 'Send it in your banking app, then come back here.'
    const advice = () =>
      payer.widget.queryByText('Not sent yet? Don’t start now. Money already sent still counts.')
    expect([payer.hint(), advice()]).toEqual([hint, null])
    await payer.page.advance(second)
    expect(payer.hint()).toBe(hint)
    expect(advice()).toBeTruthy()
    expect(payer.rows()).toEqual(before)
    expect(payer.widget.getByRole('button', { name: 'I’ve sent the money' })).toBeTruthy()
  })

  test('the payer who has reported the money as sent sees no time', async () => {
    const payer = await openPayer(endingIn(minute))
    await payer.press('I’ve sent the money')
    expect(payer.widget.queryByRole('timer')).toBeNull()
    expect(payer.hint()).not.toMatch(/Do not start/)
  })
})

describe('at zero', () => {
  test('the server is asked first; the screen stays while it responds pending', async () => {
    const payer = await openPayer(endingIn(5 * second))
    await payer.page.advance(3900)
    const requestCount = payer.page.requests.length
    await payer.page.advance(100)
    expect(payer.page.requests.slice(requestCount)).toMatchObject([{ at: 5000, wait: null }, { wait: 23 }])
    expect(timeText(payer)).toBe('00:00')
    expect(payer.heading()).toBe('Send exactly this amount')
  })

  test('the payment details stay if the server cannot be reached', async () => {
    const payer = await openPayer(endingIn(5 * second))
    await payer.respondWith('dropped')
    await payer.page.advance(minute)
    expect(timeText(payer)).toBe('00:00')
    expect(payer.heading()).toBe('Send exactly this amount')
    expect(payer.rows()['Card number']).toBe('4441114455556666')
  })

  test('expired removes the countdown and the payment details', async () => {
    const payer = await openPayer(endingIn(5 * second))
    await payer.respondWith({ ...endingIn(0), status: 'expired', action: null })
    expect(payer.heading()).toBe('The time to pay has run out')
    expect(payer.widget.queryByRole('timer')).toBeNull()
    expect(payer.rows()).toEqual({ 'Order reference': '1042' })
  })
})

describe('more time', () => {
  const name = 'I need more time'
  const extendable = (ms: number) => ({ ...endingIn(ms), canExtend: true })

  test('is offered from five minutes on, and requested from the server', async () => {
    const payer = await openPayer(extendable(6 * minute))
    expect(payer.widget.queryByRole('button', { name })).toBeNull()
    await payer.page.advance(minute)
    await payer.press(name)
    expect(payer.requestsSent()).toEqual([
      { method: 'POST', path: `/pay/checkouts/${transfer.id}/extend`, body: {} },
    ])
    await payer.respondWith({ ...extendable(16 * minute), canExtend: false })
    await payer.page.advance(second)
    expect(timeText(payer)).toBe('14:58')
    expect(payer.widget.queryByRole('button', { name })).toBeNull()
  })

  test('that the server refuses leaves the time as it is', async () => {
    const payer = await openPayer(extendable(4 * minute), { answers: { POST: { status: 409 } } })
    await payer.respondWith(endingIn(4 * minute))
    expect(payer.widget.queryByRole('button', { name })).toBeNull()
    await payer.respondWith(extendable(4 * minute))
    await payer.press(name)
    expect([timeText(payer), payer.heading()]).toEqual(['03:59', 'Send exactly this amount'])
  })

  test('is not offered once the time is over', async () => {
    const payer = await openPayer({
      ...extendable(-minute),
      canExtend: false,
      status: 'expired',
      action: null,
    })
    expect(payer.widget.queryByRole('button', { name })).toBeNull()
  })
})
