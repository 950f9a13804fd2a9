import fc from 'fast-check'
import type { Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { choosing, paid, states, transfer } from '../../../demo/gallery/states.ts'
import { inChromium } from './in-chromium.ts'
import { html, pane } from './shop.ts'
import { expired, failed, formView } from './views.ts'

const at = inChromium()
const { heading, press } = at

const lost = () => at.page.getByText('Connection lost. Still checking…').first()
const open = () => at.page.goto(at.shop.page('/', html(pane)))
const attempts = () => at.shop.requests.filter(({ path }) => path.endsWith('/attempts')).length

/** From now on time passes on the page only when it is told to: what happens at once happens without it. */
async function stopClock(): Promise<void> {
  await at.page.clock.install()
  await at.page.clock.pauseAt(Date.now() + 1000)
}

/** The instructions, with a question held by the server, on a page where no time passes. */
async function openAndStopClock(): Promise<void> {
  at.shop.say(transfer)
  await stopClock()
  await open()
  await heading('Transfer exactly this amount')
  await at.page.clock.runFor(1000)
  await expect.poll(() => at.shop.held).toBe(1)
}

/** Lets time pass on the page until it is so. */
const inTime = (isSo: () => Promise<boolean>) =>
  expect
    .poll(async () => {
      await at.page.clock.runFor(1000)
      return await isSo()
    })
    .toBe(true)

/** The page's every question from now on goes through here. */
const intercept = (on: (route: Route) => Promise<void>) => at.page.route('**/pay/**', on)

/** What the page is told, from its start. */
async function listen(): Promise<void> {
  await at.page.addInitScript(() => {
    const heard: string[] = []
    Reflect.set(window, 'heard', heard)
    for (const name of ['success', 'fail', 'expire']) {
      addEventListener(`paypane:${name}`, () => heard.push(name))
    }
  })
}
const heard = (): Promise<string[]> => at.page.evaluate(() => Reflect.get(window, 'heard'))

describe('answers', () => {
  test('that take their time are waited for, and nothing is said before', async () => {
    const late: Route[] = []
    await intercept(async (route) => void late.push(route))
    const next = async () => {
      await expect.poll(() => late.length).toBe(1)
      await late.pop()?.continue()
    }
    at.shop.say(transfer)
    await stopClock()
    await open()
    await heading('Loading the payment')
    await at.page.clock.runFor(9000)
    expect(await lost().isVisible()).toBe(false)
    await next()
    await heading('Transfer exactly this amount')
    await at.page.clock.runFor(1)
    await expect.poll(() => late.length).toBe(1)
    at.shop.say(paid)
    await at.page.clock.runFor(30_000)
    expect(await lost().isVisible()).toBe(false)
    await heading('Transfer exactly this amount')
    await next()
    await heading('Paid')
  })

  test('that get lost: the instructions stay, it is said, and one that arrives ends it', async () => {
    await openAndStopClock()
    await intercept((route) => route.abort('connectionreset'))
    at.shop.say(transfer)
    await inTime(() => lost().isVisible())
    await heading('Transfer exactly this amount')
    expect(await at.page.getByRole('button', { name: 'Copy: Card number' }).isVisible()).toBe(true)
    await at.page.unrouteAll()
    at.shop.say(paid)
    await inTime(() => at.page.getByRole('heading', { name: 'Paid' }).isVisible())
    expect(await lost().isVisible()).toBe(false)
  })

  test('that overtake one another: the older one is not heard', async () => {
    await openAndStopClock()
    const older: Route[] = []
    await intercept(async (route) => void (older.length ? await route.continue() : older.push(route)))
    await at.page.evaluate(() => dispatchEvent(new Event('focus')))
    await expect.poll(() => older.length).toBe(1)
    at.shop.say({ ...transfer, amount: { value: '700.00', currency: 'UAH' } })
    await at.page.clock.runFor(1000)
    await at.page.evaluate(() => dispatchEvent(new Event('focus')))
    await at.page.getByText('UAH 700.00').waitFor()
    await older[0]?.fulfill({ json: failed })
    await at.page.clock.runFor(1000)
    await expect.poll(() => at.shop.held).toBe(1)
    expect(await at.page.locator('.amount').textContent()).toContain('700.00')
    await heading('Transfer exactly this amount')
  })

  test('of HTML are no failure', async () => {
    at.shop.say(transfer)
    await open()
    await heading('Transfer exactly this amount')
    at.shop.fail({ status: 200, text: '<!doctype html><h1>Sign in</h1>' })
    await lost().waitFor()
    await heading('Transfer exactly this amount')
    at.shop.say(paid)
    await heading('Paid')
  })

  test.each([3, 4])(
    'of all these kinds, by chance (%i): paid is said once, and not before',
    async (seed) => {
      const kinds = fc.constantFrom('lost', 'of HTML', 'late', 'in time', 'in time')
      const fates = fc.sample(kinds, { seed, numRuns: 500 })
      const late: Route[] = []
      await intercept(async (route) => {
        const fate = fates.pop()
        if (fate === 'lost') return await route.abort('connectionreset')
        if (fate === 'of HTML')
          return await route.fulfill({ contentType: 'text/html', body: '<!doctype html><p>Busy' })
        if (fate === 'late') return void late.push(route)
        await route.continue()
        await late.shift()?.continue()
      })
      await listen()
      at.shop.say(choosing)
      await open()
      const comesTo = (words: string) =>
        expect
          .poll(
            async () => {
              await at.page.evaluate(() => dispatchEvent(new Event('focus')))
              return await at.page.locator('h2 span').textContent()
            },
            { timeout: 25_000, interval: 400 },
          )
          .toBe(words)
      await comesTo('How would you like to pay?')
      at.shop.say(transfer)
      await comesTo('Transfer exactly this amount')
      at.shop.say(failed)
      await comesTo('We have not received this payment')
      expect(await heard()).toEqual(['fail'])
      at.shop.say(paid)
      await comesTo('Paid')
      expect(await heard()).toEqual(['fail', 'success'])
    },
    60_000,
  )
})

describe('coming back', () => {
  test('online: the instructions stayed, and the payment is seen at once', async () => {
    await openAndStopClock()
    await at.context.setOffline(true)
    await at.page.evaluate(() => dispatchEvent(new Event('focus')))
    await expect.poll(() => at.shop.held).toBe(0)
    await inTime(() => lost().isVisible())
    await heading('Transfer exactly this amount')
    at.shop.say(paid)
    await at.context.setOffline(false)
    await heading('Paid')
  })

  test('to a page kept by the browser: nothing was held open, and it asks as soon as it is shown', async () => {
    await openAndStopClock()
    const turn = (type: string) =>
      at.page.evaluate((name) => dispatchEvent(new PageTransitionEvent(name, { persisted: true })), type)
    await turn('pagehide')
    await expect.poll(() => at.shop.held).toBe(0)
    at.shop.say(paid)
    await turn('pageshow')
    await heading('Paid')
  })

  test('after an hour in the background: what became of it is there as soon as it is seen', async () => {
    const turn = (state: string) =>
      at.page.evaluate((visibility) => {
        Object.defineProperty(document, 'visibilityState', { value: visibility, configurable: true })
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
      }, state)
    await openAndStopClock()
    await turn('hidden')
    at.shop.fail({ status: 503, text: '' })
    await at.page.clock.fastForward('01:00:00')
    await heading('Transfer exactly this amount')
    at.shop.say(expired)
    await turn('visible')
    await heading('The time to pay has run out')
  })
})

describe('a reload', () => {
  const read = async () => {
    await at.page.locator('h2').filter({ hasText: /\w/ }).waitFor()
    return await at.page.locator('h2, .hint').allTextContents()
  }

  test('in any state that the server says comes back to the same screen', async () => {
    at.shop.page('/', html(pane))
    for (const { name, answer } of states) {
      if (typeof answer !== 'object') continue
      at.shop.say(answer)
      await at.page.goto(at.shop.url)
      await at.page.locator('.amount').filter({ hasText: /\d/ }).waitFor()
      const before = await read()
      await at.page.reload()
      await at.page.locator('.amount').filter({ hasText: /\d/ }).waitFor()
      expect(await read(), name).toEqual(before)
    }
  }, 60_000)

  test.each([
    [404, 'not_found', 'We cannot find this payment'],
    [403, 'forbidden', 'We cannot find this payment'],
    [409, 'amount_changed', 'The amount of the order has changed'],
    [422, 'method_not_offered', 'Payment is not available right now'],
  ])('after a refusal with %i %s comes back to the same words', async (status, code, words) => {
    at.shop.fail({ status, text: JSON.stringify({ code }) })
    await open()
    await heading(words)
    await at.page.reload()
    await heading(words)
  })

  test('while the connection is lost says so again', async () => {
    at.shop.fail({ status: 503, text: '' })
    await open()
    await lost().waitFor()
    await at.page.reload()
    await lost().waitFor()
    at.shop.say(transfer)
    await heading('Transfer exactly this amount')
  })

  test('while an attempt is being started, or after it could not be, starts no other', async () => {
    at.shop.say(choosing)
    await open()
    const choose = () => at.page.getByRole('button', { name: 'Bank transfer' }).click()
    await at.page.route('**/attempts', () => undefined)
    await choose()
    await heading('Preparing your payment')
    await at.page.reload()
    await heading('How would you like to pay?')
    await at.page.unrouteAll()
    await at.page.route('**/attempts', (route) => route.abort('connectionreset'))
    await choose()
    await at.page.getByText('That did not work').first().waitFor()
    at.shop.say(transfer)
    await at.page.reload()
    await heading('Transfer exactly this amount')
    expect(attempts()).toBe(0)
  })

  test('after “I have paid” leads back to the instructions, and starts nothing', async () => {
    at.shop.say(transfer)
    await open()
    await press('I have paid')
    await heading('Checking for your transfer')
    await at.page.reload()
    await heading('Transfer exactly this amount')
    expect(attempts()).toBe(0)
  })

  test('among the ways to pay again leads back to what failed, and starts nothing', async () => {
    at.shop.say(failed)
    await open()
    await press('Try again')
    await heading('How would you like to pay?')
    await at.page.reload()
    await heading('We have not received this payment')
    expect(attempts()).toBe(0)
  })

  test('after the payment page still waits for its result', async () => {
    await at.context.route('https://form.example/**', (route) =>
      route.fulfill({ body: '<h1>Form</h1>', contentType: 'text/html' }),
    )
    at.shop.say(formView)
    await open()
    await at.page.getByRole('link', { name: 'Continue' }).click()
    await at.page.waitForURL('https://form.example/**')
    await open()
    await heading('Waiting for the result')
    await at.page.reload()
    await heading('Waiting for the result')
  })

  test('gives no time back: what is left is told by the server', async () => {
    const moment = (time: string) => `2026-11-20T${time}Z`
    const sayAt = (now: string) =>
      at.shop.sayExactly({ ...transfer, now: moment(now), expiresAt: moment('12:10:00') })
    const left = (words: RegExp) => at.page.getByRole('timer').filter({ hasText: words }).waitFor()
    sayAt('12:00:00')
    await open()
    await left(/^(10:00|09:5\d)$/)
    sayAt('12:02:00')
    await at.page.reload()
    await left(/^(08:00|07:5\d)$/)
  })
})
