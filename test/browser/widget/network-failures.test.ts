import fc from 'fast-check'
import type { Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { choosing, paid, states, transfer } from '../../../demo/gallery/states.ts'
import { chromiumFixture } from './chromium-fixture.ts'
import { html, pane } from './shop.ts'
import { expired, failed, formView } from './views.ts'

const fixture = chromiumFixture()
const { heading, press } = fixture

const lost = () => fixture.page.getByText('Connection lost. Still checking…').first()
const open = () => fixture.page.goto(fixture.shop.page('/', html(pane)))
const attempts = () => fixture.shop.requests.filter(({ path }) => path.endsWith('/attempts')).length

/** From now on time passes on the page only when it is told to: what happens at once happens without it. */
async function stopClock(): Promise<void> {
  await fixture.page.clock.install()
  await fixture.page.clock.pauseAt(Date.now() + 1000)
}

/** The instructions, with a question held by the server, on a page where no time passes. */
async function openAndStopClock(): Promise<void> {
  fixture.shop.respondWith(transfer)
  await stopClock()
  await open()
  await heading('Transfer exactly this amount')
  await fixture.page.clock.runFor(1000)
  await expect.poll(() => fixture.shop.heldPolls).toBe(1)
}

/** Lets time pass on the page until it is so. */
const advanceUntil = (predicate: () => Promise<boolean>) =>
  expect
    .poll(async () => {
      await fixture.page.clock.runFor(1000)
      return await predicate()
    })
    .toBe(true)

/** The page's every question from now on goes through here. */
const intercept = (on: (route: Route) => Promise<void>) => fixture.page.route('**/pay/**', on)

/** What the page is told, from its start. */
async function recordEvents(): Promise<void> {
  await fixture.page.addInitScript(() => {
    const recorded: string[] = []
    Reflect.set(window, 'recorded', recorded)
    for (const name of ['success', 'fail', 'expire']) {
      addEventListener(`paypane:${name}`, () => recorded.push(name))
    }
  })
}
const recorded = (): Promise<string[]> => fixture.page.evaluate(() => Reflect.get(window, 'recorded'))

describe('answers', () => {
  test('that take their time are waited for, and nothing is said before', async () => {
    const delayed: Route[] = []
    await intercept(async (route) => void delayed.push(route))
    const next = async () => {
      await expect.poll(() => delayed.length).toBe(1)
      await delayed.pop()?.continue()
    }
    fixture.shop.respondWith(transfer)
    await stopClock()
    await open()
    await heading('Loading the payment')
    await fixture.page.clock.runFor(9000)
    expect(await lost().isVisible()).toBe(false)
    await next()
    await heading('Transfer exactly this amount')
    await fixture.page.clock.runFor(1)
    await expect.poll(() => delayed.length).toBe(1)
    fixture.shop.respondWith(paid)
    await fixture.page.clock.runFor(30_000)
    expect(await lost().isVisible()).toBe(false)
    await heading('Transfer exactly this amount')
    await next()
    await heading('Paid')
  })

  test('that get lost: the instructions stay, it is said, and one that arrives ends it', async () => {
    await openAndStopClock()
    await intercept((route) => route.abort('connectionreset'))
    fixture.shop.respondWith(transfer)
    await advanceUntil(() => lost().isVisible())
    await heading('Transfer exactly this amount')
    expect(await fixture.page.getByRole('button', { name: 'Copy: Card number' }).isVisible()).toBe(true)
    await fixture.page.unrouteAll()
    fixture.shop.respondWith(paid)
    await advanceUntil(() => fixture.page.getByRole('heading', { name: 'Paid' }).isVisible())
    expect(await lost().isVisible()).toBe(false)
  })

  test('that overtake one another: the older one is not heard', async () => {
    await openAndStopClock()
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
    await heading('Transfer exactly this amount')
  })

  test('of HTML are no failure', async () => {
    fixture.shop.respondWith(transfer)
    await open()
    await heading('Transfer exactly this amount')
    fixture.shop.fail({ status: 200, text: '<!doctype html><h1>Sign in</h1>' })
    await lost().waitFor()
    await heading('Transfer exactly this amount')
    fixture.shop.respondWith(paid)
    await heading('Paid')
  })

  test.each([3, 4])(
    'of all these kinds, by chance (%i): paid is said once, and not before',
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
      await open()
      const expectHeading = (words: string) =>
        expect
          .poll(
            async () => {
              await fixture.page.evaluate(() => dispatchEvent(new Event('focus')))
              return await fixture.page.locator('h2 span').textContent()
            },
            { timeout: 25_000, interval: 400 },
          )
          .toBe(words)
      await expectHeading('How would you like to pay?')
      fixture.shop.respondWith(transfer)
      await expectHeading('Transfer exactly this amount')
      fixture.shop.respondWith(failed)
      await expectHeading('We have not received this payment')
      expect(await recorded()).toEqual(['fail'])
      fixture.shop.respondWith(paid)
      await expectHeading('Paid')
      expect(await recorded()).toEqual(['fail', 'success'])
    },
    60_000,
  )
})

describe('coming back', () => {
  test('online: the instructions stayed, and the payment is seen at once', async () => {
    await openAndStopClock()
    await fixture.context.setOffline(true)
    await fixture.page.evaluate(() => dispatchEvent(new Event('focus')))
    await expect.poll(() => fixture.shop.heldPolls).toBe(0)
    await advanceUntil(() => lost().isVisible())
    await heading('Transfer exactly this amount')
    fixture.shop.respondWith(paid)
    await fixture.context.setOffline(false)
    await heading('Paid')
  })

  test('to a page kept by the browser: nothing was held open, and it asks as soon as it is shown', async () => {
    await openAndStopClock()
    const turn = (type: string) =>
      fixture.page.evaluate((name) => dispatchEvent(new PageTransitionEvent(name, { persisted: true })), type)
    await turn('pagehide')
    await expect.poll(() => fixture.shop.heldPolls).toBe(0)
    fixture.shop.respondWith(paid)
    await turn('pageshow')
    await heading('Paid')
  })

  test('after an hour in the background: what became of it is there as soon as it is seen', async () => {
    const turn = (state: string) =>
      fixture.page.evaluate((visibility) => {
        Object.defineProperty(document, 'visibilityState', { value: visibility, configurable: true })
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
      }, state)
    await openAndStopClock()
    await turn('hidden')
    fixture.shop.fail({ status: 503, text: '' })
    await fixture.page.clock.fastForward('01:00:00')
    await heading('Transfer exactly this amount')
    fixture.shop.respondWith(expired)
    await turn('visible')
    await heading('The time to pay has run out')
  })
})

describe('a reload', () => {
  const read = async () => {
    await fixture.page.locator('h2').filter({ hasText: /\w/ }).waitFor()
    return await fixture.page.locator('h2, .hint').allTextContents()
  }

  test('in any state that the server says comes back to the same screen', async () => {
    fixture.shop.page('/', html(pane))
    for (const { name, response } of states) {
      if (typeof response !== 'object') continue
      fixture.shop.respondWith(response)
      await fixture.page.goto(fixture.shop.url)
      await fixture.page.locator('.amount').filter({ hasText: /\d/ }).waitFor()
      const before = await read()
      await fixture.page.reload()
      await fixture.page.locator('.amount').filter({ hasText: /\d/ }).waitFor()
      expect(await read(), name).toEqual(before)
    }
  }, 60_000)

  test.each([
    [404, 'not_found', 'We cannot find this payment'],
    [403, 'forbidden', 'We cannot find this payment'],
    [409, 'amount_changed', 'The amount of the order has changed'],
    [422, 'method_not_offered', 'Payment is not available right now'],
  ])('after a refusal with %i %s comes back to the same words', async (status, code, words) => {
    fixture.shop.fail({ status, text: JSON.stringify({ code }) })
    await open()
    await heading(words)
    await fixture.page.reload()
    await heading(words)
  })

  test('while the connection is lost says so again', async () => {
    fixture.shop.fail({ status: 503, text: '' })
    await open()
    await lost().waitFor()
    await fixture.page.reload()
    await lost().waitFor()
    fixture.shop.respondWith(transfer)
    await heading('Transfer exactly this amount')
  })

  test('while an attempt is being started, or after it could not be, starts no other', async () => {
    fixture.shop.respondWith(choosing)
    await open()
    const choose = () => fixture.page.getByRole('button', { name: 'Bank transfer' }).click()
    await fixture.page.route('**/attempts', () => undefined)
    await choose()
    await heading('Preparing your payment')
    await fixture.page.reload()
    await heading('How would you like to pay?')
    await fixture.page.unrouteAll()
    await fixture.page.route('**/attempts', (route) => route.abort('connectionreset'))
    await choose()
    await fixture.page.getByText('That did not work').first().waitFor()
    fixture.shop.respondWith(transfer)
    await fixture.page.reload()
    await heading('Transfer exactly this amount')
    expect(attempts()).toBe(0)
  })

  test('after “I have paid” leads back to the instructions, and starts nothing', async () => {
    fixture.shop.respondWith(transfer)
    await open()
    await press('I have paid')
    await heading('Checking for your transfer')
    await fixture.page.reload()
    await heading('Transfer exactly this amount')
    expect(attempts()).toBe(0)
  })

  test('among the ways to pay again leads back to what failed, and starts nothing', async () => {
    fixture.shop.respondWith(failed)
    await open()
    await press('Try again')
    await heading('How would you like to pay?')
    await fixture.page.reload()
    await heading('We have not received this payment')
    expect(attempts()).toBe(0)
  })

  test('after the payment page still waits for its result', async () => {
    await fixture.context.route('https://form.example/**', (route) =>
      route.fulfill({ body: '<h1>Form</h1>', contentType: 'text/html' }),
    )
    fixture.shop.respondWith(formView)
    await open()
    await fixture.page.getByRole('link', { name: 'Continue' }).click()
    await fixture.page.waitForURL('https://form.example/**')
    await open()
    await heading('Waiting for the result')
    await fixture.page.reload()
    await heading('Waiting for the result')
  })

  test('gives no time back: what is left is told by the server', async () => {
    const moment = (time: string) => `2026-11-20T${time}Z`
    const sayAt = (now: string) =>
      fixture.shop.respondExactly({ ...transfer, now: moment(now), expiresAt: moment('12:10:00') })
    const left = (words: RegExp) => fixture.page.getByRole('timer').filter({ hasText: words }).waitFor()
    sayAt('12:00:00')
    await open()
    await left(/^(10:00|09:5\d)$/)
    sayAt('12:02:00')
    await fixture.page.reload()
    await left(/^(08:00|07:5\d)$/)
  })
})
