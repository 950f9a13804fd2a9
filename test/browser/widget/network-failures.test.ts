import fc from 'fast-check'
import type { Request, Route } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { states } from '../../../demo/gallery/states.ts'
import { choosing, paid, transfer } from '../../../demo/gallery/views.ts'
import { inFull, isFull } from '../../support/full.ts'
import { chromiumFixture } from './chromium-fixture.ts'
import { html, widget } from './shop.ts'
import { openWithStoppedClock, stopClock } from './stopped-clock.ts'
import { expired, failed } from './views.ts'

const fixture = chromiumFixture()
const { heading, press } = fixture

const lost = () => fixture.page.getByText('Connection lost. Still checking…').first()
const offline = () => fixture.page.getByText('You’re offline. Your payment isn’t affected.').first()
const open = () => fixture.page.goto(fixture.shop.page('/', html(widget)))
const attempts = () => fixture.shop.requests.filter(({ path }) => path.endsWith('/attempts')).length

/** The page's requests without a response. */
let openRequests: Set<Request>
beforeEach(() => {
  openRequests = new Set()
  const { page } = fixture
  page.on('request', (request) => request.url().includes('/pay/') && openRequests.add(request))
  page.on('requestfinished', (request) => openRequests.delete(request))
  page.on('requestfailed', (request) => openRequests.delete(request))
  page.on('framenavigated', () => openRequests.clear())
})

/**
 * Advances the page's clock until the predicate holds, but not while a response is on its way: the page would give up on it
 * where the machine is slow.
 */
const advanceUntil = (predicate: () => Promise<boolean>, heldBack: () => number = () => 0) =>
  expect
    .poll(async () => {
      const isQuiet = openRequests.size <= fixture.shop.heldPolls + heldBack()
      if (isQuiet) await fixture.page.clock.runFor(1000)
      return await predicate()
    })
    .toBe(true)

/** Intercepts the page's requests from now on. */
const intercept = (on: (route: Route) => Promise<void>) => fixture.page.route('**/pay/**', on)

/** Records the final events from the start of the page. */
async function recordEvents(): Promise<void> {
  await fixture.page.addInitScript(() => {
    const recorded: string[] = []
    Reflect.set(window, 'recorded', recorded)
    for (const name of ['success', 'fail', 'expire']) {
      addEventListener(`paypane-${name}`, () => recorded.push(name))
    }
  })
}
const recorded = (): Promise<string[]> => fixture.page.evaluate(() => Reflect.get(window, 'recorded'))

describe('responses', () => {
  test('that are slow are not shown as a lost connection', async () => {
    const delayed: Route[] = []
    await intercept(async (route) => void delayed.push(route))
    const next = async () => {
      await expect.poll(() => delayed.length).toBe(1)
      await delayed.pop()?.continue()
    }
    fixture.shop.respondWith(transfer)
    await stopClock(fixture.page)
    await open()
    await heading('Loading the payment')
    await fixture.page.clock.runFor(9000)
    expect(await lost().isVisible()).toBe(false)
    await next()
    await heading('Send exactly this amount')
    await fixture.page.clock.runFor(1)
    await expect.poll(() => delayed.length).toBe(1)
    fixture.shop.respondWith(paid)
    await fixture.page.clock.runFor(30_000)
    expect(await lost().isVisible()).toBe(false)
    await heading('Send exactly this amount')
    await next()
    await heading('Paid')
  })

  test('that get lost are shown as a lost connection until one arrives', async () => {
    await openWithStoppedClock(fixture)
    await intercept((route) => route.abort('connectionreset'))
    fixture.shop.respondWith(transfer)
    await advanceUntil(() => lost().isVisible())
    await heading('Send exactly this amount')
    expect(await fixture.page.getByRole('button', { name: 'Copy: Card number' }).isVisible()).toBe(true)
    await fixture.page.unrouteAll()
    fixture.shop.respondWith(paid)
    await advanceUntil(() => fixture.page.getByRole('heading', { name: 'Paid' }).isVisible())
    expect(await lost().isVisible()).toBe(false)
  })

  test('that arrive out of order: the older one is ignored', async () => {
    await openWithStoppedClock(fixture)
    const older: Route[] = []
    await intercept(async (route) => void (older.length ? await route.continue() : older.push(route)))
    await fixture.page.evaluate(() => dispatchEvent(new Event('focus')))
    await expect.poll(() => older.length).toBe(1)
    fixture.shop.respondWith({ ...transfer, amount: { value: '700.00', currency: 'UAH' } })
    await fixture.page.clock.runFor(1000)
    await fixture.page.evaluate(() => dispatchEvent(new Event('focus')))
    await fixture.page.getByText('UAH 700.00').waitFor()
    await older[0]?.fulfill({ json: failed })
    await fixture.page.clock.runFor(1000)
    await expect.poll(() => fixture.shop.heldPolls).toBe(1)
    expect(await fixture.page.locator('.amount').textContent()).toContain('700.00')
    await heading('Send exactly this amount')
  })

  test('of HTML are not a failed payment', async () => {
    await openWithStoppedClock(fixture)
    fixture.shop.fail({ status: 200, text: '<!doctype html><h1>Sign in</h1>' })
    await advanceUntil(() => lost().isVisible())
    await heading('Send exactly this amount')
    fixture.shop.respondWith(paid)
    await advanceUntil(() => fixture.page.getByRole('heading', { name: 'Paid' }).isVisible())
  })

  test.each([3, ...inFull(4)])(
    'of all these kinds at random (seed %i): success is emitted once',
    async (seed) => {
      const kinds = fc.constantFrom('lost', 'of HTML', 'late', 'in time', 'in time')
      const outcomes = fc.sample(kinds, { seed, numRuns: 500 })
      const delayed: Route[] = []
      await intercept(async (route) => {
        const outcome = outcomes.pop()
        if (outcome === 'lost') return await route.abort('connectionreset')
        if (outcome === 'of HTML')
          return await route.fulfill({ contentType: 'text/html', body: '<!doctype html><p>Busy' })
        if (outcome === 'late') return void delayed.push(route)
        await route.continue()
        await delayed.shift()?.continue()
      })
      await recordEvents()
      fixture.shop.respondWith(choosing)
      await stopClock(fixture.page)
      await open()
      const expectHeading = (words: string) =>
        advanceUntil(
          async () => {
            await fixture.page.evaluate(() => dispatchEvent(new Event('focus')))
            return (await fixture.page.locator('h2 span').textContent()) === words
          },
          () => delayed.length,
        )
      await expectHeading('How would you like to pay?')
      fixture.shop.respondWith(transfer)
      await expectHeading('Send exactly this amount')
      fixture.shop.respondWith(failed)
      await expectHeading('We haven’t received this payment')
      expect(await recorded()).toEqual(['fail'])
      fixture.shop.respondWith(paid)
      await expectHeading('Paid')
      expect(await recorded()).toEqual(['fail', 'success'])
    },
  )
})

describe('returning', () => {
  test('online: the payment details stay, and the result appears', async () => {
    await openWithStoppedClock(fixture)
    // The event may come before the network is gone: a response after it would end the message.
    await intercept((route) => route.abort('internetdisconnected'))
    await fixture.context.setOffline(true)
    await fixture.page.evaluate(() => dispatchEvent(new Event('focus')))
    await expect.poll(() => fixture.shop.heldPolls).toBe(0)
    await advanceUntil(() => offline().isVisible())
    await heading('Send exactly this amount')
    fixture.shop.respondWith(paid)
    await fixture.page.unrouteAll()
    await fixture.context.setOffline(false)
    // The event may come before the network is back: then the poll after it fails, and the next one needs the clock.
    await advanceUntil(() => fixture.page.getByRole('heading', { name: 'Paid' }).isVisible())
  })

  test.runIf(isFull)('from the bfcache: no request was open, and one is sent at once', async () => {
    await openWithStoppedClock(fixture)
    const turn = (type: string) =>
      fixture.page.evaluate((name) => dispatchEvent(new PageTransitionEvent(name, { persisted: true })), type)
    await turn('pagehide')
    await expect.poll(() => fixture.shop.heldPolls).toBe(0)
    fixture.shop.respondWith(paid)
    await turn('pageshow')
    await heading('Paid')
  })

  test('after an hour in the background: the result appears at once', async () => {
    const hide = (isHidden: boolean) =>
      fixture.page.evaluate((value) => {
        Object.defineProperty(document, 'hidden', { value, configurable: true })
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
      }, isHidden)
    await openWithStoppedClock(fixture)
    await hide(true)
    fixture.shop.fail({ status: 503, text: '' })
    await fixture.page.clock.fastForward('01:00:00')
    await heading('Send exactly this amount')
    fixture.shop.respondWith(expired)
    await hide(false)
    await heading('The time to pay has run out')
  })
})

describe('a reload', () => {
  test('shows the same screen in every state', async () => {
    const views = states.flatMap(({ response }) => (typeof response === 'object' ? [response] : []))
    // Long polls are not answered.
    await intercept(async (route) => {
      const { pathname, searchParams } = new URL(route.request().url())
      const view = views[Number(pathname.split('/')[2])]
      if (!searchParams.has('wait')) await route.fulfill({ json: view, headers: { etag: 'W/"1"' } })
    })
    const widgets = views.map((_, index) => `<pay-pane endpoint="/pay/${index}" order="1042"></pay-pane>`)
    const read = async () => {
      await expect.poll(() => fixture.page.locator('.amount', { hasText: /\d/ }).count()).toBe(views.length)
      // Screens that are loaded on demand follow.
      await expect.poll(() => fixture.page.locator('h2', { hasText: 'Loading the payment' }).count()).toBe(0)
      return await fixture.page
        .locator('pay-pane')
        .evaluateAll((all) =>
          all.map(({ shadowRoot }) =>
            [...(shadowRoot?.querySelectorAll('h2, .hint') ?? [])].map((text) => text.textContent),
          ),
        )
    }
    await fixture.page.goto(fixture.shop.page('/', html(widgets.join(''))))
    const before = await read()
    expect(before.filter(([heading]) => !heading)).toEqual([])
    await fixture.page.reload()
    expect(await read()).toEqual(before)
  })

  test.each([
    [404, 'not_found', 'We can’t find this payment'],
    [403, 'forbidden', 'We can’t find this payment'],
    [409, 'amount_changed', 'The order amount has changed'],
    [422, 'method_not_offered', 'Payment isn’t available right now'],
  ])('after %i %s shows the same error', async (status, code, words) => {
    fixture.shop.fail({ status, text: JSON.stringify({ code }) })
    await open()
    await heading(words)
    await fixture.page.reload()
    await heading(words)
  })

  test('while the connection is lost shows it again', async () => {
    fixture.shop.fail({ status: 503, text: '' })
    await stopClock(fixture.page)
    await open()
    await advanceUntil(() => lost().isVisible())
    await fixture.page.reload()
    await advanceUntil(() => lost().isVisible())
    fixture.shop.respondWith(transfer)
    await advanceUntil(() => fixture.page.getByRole('heading', { name: 'Send exactly' }).isVisible())
  })

  test('during or after a failed start does not start another attempt', async () => {
    fixture.shop.respondWith(choosing)
    await open()
    const choose = () => fixture.page.getByRole('button', { name: 'Transfer' }).click()
    await fixture.page.route('**/attempts', () => undefined)
    await choose()
    await heading('Preparing your payment')
    await fixture.page.reload()
    await heading('How would you like to pay?')
    await fixture.page.unrouteAll()
    await fixture.page.route('**/attempts', (route) => route.abort('connectionreset'))
    await choose()
    await fixture.page.getByText('That didn’t work').first().waitFor()
    fixture.shop.respondWith(transfer)
    await fixture.page.reload()
    await heading('Send exactly this amount')
    expect(attempts()).toBe(0)
  })

  test('after “I’ve sent the money” shows the payment details and starts nothing', async () => {
    fixture.shop.respondWith(transfer)
    await open()
    await press('I’ve sent the money')
    await heading('Checking for your transfer')
    await fixture.page.reload()
    await heading('Send exactly this amount')
    expect(attempts()).toBe(0)
  })

  test.runIf(isFull)('while choosing again shows the failure and starts nothing', async () => {
    fixture.shop.respondWith(failed)
    await open()
    await press('Try again')
    await heading('How would you like to pay?')
    await fixture.page.reload()
    await heading('We haven’t received this payment')
    expect(attempts()).toBe(0)
  })

  test.runIf(isFull)('does not restart the countdown', async () => {
    const timestamp = (time: string) => `2026-11-20T${time}Z`
    const respondAt = (now: string) =>
      fixture.shop.respondExactly({ ...transfer, now: timestamp(now), expiresAt: timestamp('12:10:00') })
    const left = (words: RegExp) => fixture.page.getByRole('timer').filter({ hasText: words }).waitFor()
    respondAt('12:00:00')
    await open()
    await left(/^(10:00|09:\d\d) left$/)
    respondAt('12:02:00')
    await fixture.page.reload()
    await left(/^(08:00|07:\d\d) left$/)
  })
})

test('the countdown continues after the device’s clock was corrected by more than the time left', async () => {
  const startedAt = Date.now()
  const expiresAt = new Date(startedAt + 600_000).toISOString()
  const respondNow = () =>
    fixture.shop.respondExactly({ ...transfer, now: new Date().toISOString(), expiresAt })
  await fixture.page.clock.install()
  respondNow()
  await open()
  const timer = fixture.page.getByRole('timer')
  await timer.waitFor()
  await fixture.page.clock.setSystemTime(startedAt + 24 * 3_600_000)
  await timer.filter({ hasText: '00:00 left' }).waitFor()
  respondNow()
  await timer.filter({ hasNotText: '00:00 left' }).waitFor()
  const shown = await timer.textContent()
  await expect.poll(() => timer.textContent()).not.toBe(shown)
})
