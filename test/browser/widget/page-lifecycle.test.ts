import { describe, expect, test } from 'vitest'
import { choosing, paid, transfer } from '../../../demo/gallery/states.ts'
import { chromiumFixture } from './chromium-fixture.ts'
import { html, pane } from './shop.ts'
import { failed, formView } from './views.ts'

const fixture = chromiumFixture()
const { heading, press } = fixture

/** What a browser tells a page whose payer came back, and that the tab is seen. */
const lifecycleEvents = {
  visibilitychange: () => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
  pageshow: () => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
  online: () => dispatchEvent(new Event('online')),
  focus: () => dispatchEvent(new Event('focus')),
}

const seenRequests = () => fixture.shop.requests.length

/** The transfer is on the screen, its question is held, and no timer of the page runs from now on. */
async function openHeldPoll(): Promise<void> {
  await fixture.page.clock.install()
  fixture.shop.respondWith(transfer)
  await fixture.page.goto(fixture.shop.page('/', html(pane)))
  await heading('Transfer exactly this amount')
  await expect.poll(() => fixture.shop.heldPolls).toBe(1)
  await fixture.page.clock.pauseAt(Date.now() + 2000)
}

describe('a payer who comes back', () => {
  test.each(Object.entries(lifecycleEvents))(
    'by %s is answered at once: the question in hand is given up',
    async (_, dispatch) => {
      await openHeldPoll()
      const before = seenRequests()
      await fixture.page.evaluate(dispatch)
      await expect.poll(seenRequests).toBe(before + 1)
      await expect.poll(() => fixture.shop.heldPolls).toBe(0)
    },
  )

  test('left the page with nothing open, and is asked for nothing meanwhile', async () => {
    await openHeldPoll()
    const before = seenRequests()
    await fixture.page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })))
    await expect.poll(() => fixture.shop.heldPolls).toBe(0)
    await fixture.page.evaluate(() => fetch('/pay/marker'))
    expect(fixture.shop.requests.slice(before).map(({ path }) => path)).toEqual(['/pay/marker'])
  })

  test('while the tab is hidden nothing is asked for it', async () => {
    await openHeldPoll()
    const before = seenRequests()
    await fixture.page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
      dispatchEvent(new Event('online'))
    })
    await fixture.page.evaluate(() => fetch('/pay/marker'))
    expect(fixture.shop.requests.slice(before).map(({ path }) => path)).toEqual(['/pay/marker'])
  })

  test('after a reload follows the same checkout, and starts nothing', async () => {
    fixture.shop.respondWith(transfer)
    await fixture.page.goto(fixture.shop.page('/', html(pane)))
    await heading('Transfer exactly this amount')
    await fixture.page.reload()
    await heading('Transfer exactly this amount')
    const done = fixture.shop.requests.filter(({ method }) => method === 'POST')
    expect(done).toEqual([
      { method: 'POST', path: '/pay/checkouts', body: { order: '1042' } },
      { method: 'POST', path: '/pay/checkouts', body: { order: '1042' } },
    ])
    await expect.poll(() => fixture.shop.requests.at(-1)?.path).toBe(`/pay/checkouts/${transfer.id}`)
  })

  test('at an address that says success is shown what the server says', async () => {
    fixture.shop.respondWith(formView)
    await fixture.page.goto(`${fixture.shop.page('/return/success', html(pane))}?order=1042&status=success`)
    await heading('Continue on the payment page')
    fixture.shop.respondWith({ ...failed, method: 'form' })
    await heading('The payment did not go through')
  })
})

test('nothing of the payer’s is kept in the browser: not a card, a phone or a name, on any way', async () => {
  await fixture.context.route('https://form.example/**', (route) =>
    route.fulfill({ body: '<h1>Form</h1>', contentType: 'text/html' }),
  )
  const stored = () =>
    fixture.page.evaluate(async () => ({
      storages: [{ ...localStorage }, { ...sessionStorage }],
      databases: await indexedDB.databases(),
      caches: await caches.keys(),
      cookie: document.cookie,
    }))
  const nothing = { storages: [{}, {}], databases: [], caches: [], cookie: '' }
  const saved = { ...choosing, savedCards: [{ id: 'sc_1', label: '444111******6666' }] }
  fixture.shop.page('/', html(pane))
  fixture.shop.respondWith(saved)
  await fixture.page.goto(fixture.shop.url)
  await heading('How would you like to pay?')
  fixture.shop.respondWith(transfer)
  await press('Copy: Card number')
  await press('Copy: Phone number')
  await press('I have paid')
  await heading('Checking for your transfer')
  expect(await stored()).toEqual(nothing)
  fixture.shop.respondWith(failed)
  await heading('We have not received this payment')
  fixture.shop.respondWith(paid)
  await heading('Paid')
  expect(await stored()).toEqual(nothing)
  // That the payer left for the payment page is noted, by the attempt alone.
  fixture.shop.respondWith({ ...formView, id: 'co_form' })
  await fixture.page.reload()
  await fixture.page.getByRole('link', { name: 'Continue' }).click()
  await fixture.page.waitForURL('https://form.example/pay?t=1')
  await fixture.page.goto(fixture.shop.url)
  await heading('Waiting for the result')
  expect(await stored()).toEqual({ ...nothing, storages: [{}, { 'paypane:redirected:co_form#1': '' }] })
})
