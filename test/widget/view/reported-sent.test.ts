// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { expired, failed, transfer } from '../../../demo/gallery/views.ts'
import type { ViewMembers } from '../../../src/contract/view.ts'
import { type Reply, start } from '../core/fake-page.ts'
import { openPayer } from './payer.ts'

const reported = { ...transfer, reportedSentAt: '2026-11-20T11:58:00.000Z' }

test('after a reload, or on another device, no second transfer is invited', async () => {
  const payer = await openPayer(reported)
  expect([payer.heading(), payer.hint()]).toEqual([
    'Checking for your transfer',
    'Usually 1–5 minutes. You can close this page.',
  ])
  // The payer's own day.
  const day = new Date(reported.reportedSentAt).toLocaleDateString('en', { month: 'short', day: 'numeric' })
  expect(payer.widget.getByText(new RegExp(`^Marked as sent: ${day}`))).toBeTruthy()
  expect(payer.widget.queryByText(/Already sent/)).toBeNull()
  expect(payer.place.querySelector('details')?.open).toBe(false)
})

test('“I haven’t sent it yet” takes the report back, and shows the details again', async () => {
  const payer = await openPayer(reported, { answers: { POST: { view: { ...transfer } } } })
  await payer.press('I haven’t sent it yet')
  expect(payer.requestsSent()).toEqual([
    { method: 'POST', path: `/pay/checkouts/${transfer.id}/attempts/1/sent`, body: { sent: false } },
  ])
  expect(payer.heading()).toBe('Send exactly this amount')
})

const ended = { final: true, retry: false, pollAfter: null }
const stillChecking = 'We’re still checking. If it arrives, you’ll see it here.'

test.each<Reply>(['hanging', 'dropped'])(
  'the page may be closed once the server has the report: %s',
  async (reply) => {
    const answers: Record<string, Reply> = { POST: reply }
    const payer = await openPayer(transfer, { answers })
    await payer.press('I’ve sent the money')
    expect(payer.hint()).toBe(stillChecking)
    answers['POST'] = { view: reported }
    await payer.page.advance(60_000)
    expect(payer.hint()).toBe('Usually 1–5 minutes. You can close this page.')
  },
)

test('a server that does not store reports does not let the payer close the page', async () => {
  const payer = await openPayer(transfer, { answers: { POST: { status: 404 } } })
  await payer.press('I’ve sent the money')
  expect([payer.heading(), payer.hint()]).toEqual(['Checking for your transfer', stillChecking])
})

test('a report after one that was taken back is received for itself', async () => {
  const answers: Record<string, Reply> = { POST: 'hanging' }
  const payer = await openPayer(reported, { answers })
  await payer.press('I haven’t sent it yet')
  await payer.press('I’ve sent the money')
  expect(payer.hint()).toBe(stillChecking)
})

test('two minutes after the report, the payer reads what to do and how to get help', async () => {
  const payer = await openPayer(transfer, { answers: { POST: { view: { ...transfer } } } })
  await payer.press('I’ve sent the money')
  await payer.page.advance(118_000)
  expect(payer.widget.queryByText(/taking longer than usual/)).toBeNull()
  await payer.page.advance(3000)
  expect(payer.widget.getByText(/taking longer than usual. Check in your banking app/)).toBeTruthy()
  expect(payer.widget.getByRole('button', { name: 'Copy: Order reference' })).toBeTruthy()
  expect(payer.status()).toBe('This is taking longer than usual.')
})

test.each([0, -3_600_000, 3_600_000])(
  'a payer who returns later reads it at once, if the phone’s clock is %i ms wrong',
  async (aheadMs) => {
    const view = { ...transfer, reportedSentAt: new Date(start + aheadMs).toISOString() }
    const open = async (sinceMs: number) => (await openPayer(view, { sinceMs, aheadMs })).widget
    expect((await open(100_000)).queryByText(/taking longer than usual/)).toBeNull()
    expect((await open(150_000)).getByText(/taking longer than usual/)).toBeTruthy()
  },
)

test.each<[string, ViewMembers]>([
  ['failed', failed],
  ['failed, and no longer watched', { ...failed, ...ended }],
  ['expired, and no longer watched', { ...expired, ...ended }],
])('of a reported transfer that is %s, the payer reads not to send it again', async (_what, view) => {
  const payer = await openPayer({ ...view, reportedSentAt: transfer.now })
  expect(payer.hint()).toBe(
    'Check in your banking app that the transfer was sent. Please don’t send it again.',
  )
  expect(payer.widget.queryAllByText(stillChecking)).toHaveLength(view.final ? 0 : 1)
})
