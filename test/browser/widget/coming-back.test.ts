import { describe, expect, test } from 'vitest'
import { choosing, paid, transfer } from '../../../demo/gallery/states.ts'
import { inChromium } from './in-chromium.ts'
import { html, pane } from './shop.ts'
import { failed, formView } from './views.ts'

const at = inChromium()
const { heading, press } = at

/** What a browser tells a page whose payer came back, and that the tab is seen. */
const moments = {
  visibilitychange: () => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
  pageshow: () => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
  online: () => dispatchEvent(new Event('online')),
  focus: () => dispatchEvent(new Event('focus')),
}

const asked = () => at.shop.requests.length

/** The transfer is on the screen, its question is held, and no timer of the page runs from now on. */
async function waiting(): Promise<void> {
  await at.page.clock.install()
  at.shop.say(transfer)
  await at.page.goto(at.shop.page('/', html(pane)))
  await heading('Transfer exactly this amount')
  await expect.poll(() => at.shop.held).toBe(1)
  await at.page.clock.pauseAt(Date.now() + 2000)
}

describe('a payer who comes back', () => {
  test.each(Object.entries(moments))(
    'by %s is answered at once: the question in hand is given up',
    async (_, come) => {
      await waiting()
      const before = asked()
      await at.page.evaluate(come)
      await expect.poll(asked).toBe(before + 1)
      await expect.poll(() => at.shop.held).toBe(0)
    },
  )

  test('left the page with nothing open, and is asked for nothing meanwhile', async () => {
    await waiting()
    const before = asked()
    await at.page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })))
    await expect.poll(() => at.shop.held).toBe(0)
    await at.page.evaluate(() => fetch('/pay/marker'))
    expect(at.shop.requests.slice(before).map(({ path }) => path)).toEqual(['/pay/marker'])
  })

  test('while the tab is hidden nothing is asked for it', async () => {
    await waiting()
    const before = asked()
    await at.page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
      dispatchEvent(new Event('online'))
    })
    await at.page.evaluate(() => fetch('/pay/marker'))
    expect(at.shop.requests.slice(before).map(({ path }) => path)).toEqual(['/pay/marker'])
  })

  test('after a reload follows the same checkout, and starts nothing', async () => {
    at.shop.say(transfer)
    await at.page.goto(at.shop.page('/', html(pane)))
    await heading('Transfer exactly this amount')
    await at.page.reload()
    await heading('Transfer exactly this amount')
    const done = at.shop.requests.filter(({ method }) => method === 'POST')
    expect(done).toEqual([
      { method: 'POST', path: '/pay/checkouts', body: { order: '1042' } },
      { method: 'POST', path: '/pay/checkouts', body: { order: '1042' } },
    ])
    await expect.poll(() => at.shop.requests.at(-1)?.path).toBe(`/pay/checkouts/${transfer.id}`)
  })

  test('at an address that says success is shown what the server says', async () => {
    at.shop.say(formView)
    await at.page.goto(`${at.shop.page('/return/success', html(pane))}?order=1042&status=success`)
    await heading('Continue on the payment page')
    at.shop.say({ ...failed, method: 'form' })
    await heading('The payment did not go through')
  })
})

test('nothing of the payer’s is kept in the browser: not a card, a phone or a name, on any way', async () => {
  await at.context.route('https://form.example/**', (route) =>
    route.fulfill({ body: '<h1>Form</h1>', contentType: 'text/html' }),
  )
  const kept = () =>
    at.page.evaluate(async () => ({
      storages: [{ ...localStorage }, { ...sessionStorage }],
      databases: await indexedDB.databases(),
      caches: await caches.keys(),
      cookie: document.cookie,
    }))
  const nothing = { storages: [{}, {}], databases: [], caches: [], cookie: '' }
  const saved = { ...choosing, savedCards: [{ id: 'sc_1', label: '444111******6666' }] }
  at.shop.page('/', html(pane))
  at.shop.say(saved)
  await at.page.goto(at.shop.url)
  await heading('How would you like to pay?')
  at.shop.say(transfer)
  await press('Copy: Card number')
  await press('Copy: Phone number')
  await press('I have paid')
  await heading('Checking for your transfer')
  expect(await kept()).toEqual(nothing)
  at.shop.say(failed)
  await heading('We have not received this payment')
  at.shop.say(paid)
  await heading('Paid')
  expect(await kept()).toEqual(nothing)
  // That the payer left for the payment page is noted, by the attempt alone.
  at.shop.say({ ...formView, id: 'co_form' })
  await at.page.reload()
  await at.page.getByRole('link', { name: 'Continue' }).click()
  await at.page.waitForURL('https://form.example/pay?t=1')
  await at.page.goto(at.shop.url)
  await heading('Waiting for the result')
  expect(await kept()).toEqual({ ...nothing, storages: [{}, { 'paypane:sent:co_form#1': '' }] })
})
