import { describe, expect, test } from 'vitest'
import { choosing, paid, transfer } from '../../../demo/gallery/views.ts'
import { chromiumFixture } from './chromium-fixture.ts'
import { html, widget } from './shop.ts'
import { openWithStoppedClock } from './stopped-clock.ts'
import { failed, formView } from './views.ts'

const fixture = chromiumFixture()
const { heading, press } = fixture

/** The events of a browser when the payer returns to the page. */
const lifecycleEvents = {
  visibilitychange: () => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
  pageshow: () => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
  online: () => dispatchEvent(new Event('online')),
  focus: () => dispatchEvent(new Event('focus')),
}

const seenRequests = () => fixture.shop.requests.length

describe('a payer who returns', () => {
  test.each(Object.entries(lifecycleEvents))(
    'by %s: the current request is aborted and a new one is sent',
    async (_, dispatch) => {
      await openWithStoppedClock(fixture)
      const before = seenRequests()
      await fixture.page.evaluate(dispatch)
      await expect.poll(seenRequests).toBe(before + 1)
      await expect.poll(() => fixture.shop.heldPolls).toBe(0)
    },
  )

  test('had left the page: no request was open or sent meanwhile', async () => {
    await openWithStoppedClock(fixture)
    const before = seenRequests()
    await fixture.page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })))
    await expect.poll(() => fixture.shop.heldPolls).toBe(0)
    await fixture.page.evaluate(() => fetch('/pay/marker'))
    expect(fixture.shop.requests.slice(before).map(({ path }) => path)).toEqual(['/pay/marker'])
  })

  test('nothing is requested while the tab is hidden', async () => {
    await openWithStoppedClock(fixture)
    const before = seenRequests()
    await fixture.page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { value: true, configurable: true })
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
      dispatchEvent(new Event('online'))
    })
    await fixture.page.evaluate(() => fetch('/pay/marker'))
    expect(fixture.shop.requests.slice(before).map(({ path }) => path)).toEqual(['/pay/marker'])
  })

  test('after a reload sees the same checkout, and no attempt is started', async () => {
    fixture.shop.respondWith(transfer)
    await fixture.page.goto(fixture.shop.page('/', html(widget)))
    await heading('Send exactly this amount')
    await fixture.page.reload()
    await heading('Send exactly this amount')
    const done = fixture.shop.requests.filter(({ method }) => method === 'POST')
    expect(done).toMatchObject([
      { method: 'POST', path: '/pay/checkouts', body: { order: '1042' } },
      { method: 'POST', path: '/pay/checkouts', body: { order: '1042' } },
    ])
    await expect.poll(() => fixture.shop.requests.at(-1)?.path).toBe(`/pay/checkouts/${transfer.id}`)
  })

  test('to a success URL sees the status of the server', async () => {
    fixture.shop.respondWith(formView)
    await fixture.page.goto(`${fixture.shop.page('/return/success', html(widget))}?order=1042&status=success`)
    await heading('Continue on the payment page')
    fixture.shop.respondWith({ ...failed, method: 'form' })
    await heading('The payment didn’t go through')
  })
})

test('no payer data is stored in the browser on any screen', async () => {
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
  fixture.shop.page('/', html(widget))
  fixture.shop.respondWith(saved)
  await fixture.page.goto(fixture.shop.url)
  await heading('How would you like to pay?')
  fixture.shop.respondWith(transfer)
  await press('Copy: Card number')
  await press('Copy: Recipient')
  await press('I’ve sent the money')
  await heading('Checking for your transfer')
  expect(await stored()).toEqual(nothing)
  fixture.shop.respondWith(failed)
  await heading('We haven’t received this payment')
  fixture.shop.respondWith(paid)
  await heading('Paid')
  expect(await stored()).toEqual(nothing)
  fixture.shop.respondWith({ ...formView, id: 'co_form' })
  await fixture.page.reload()
  await fixture.page.getByRole('link', { name: 'Continue' }).click()
  await fixture.page.waitForURL('https://form.example/pay?t=1')
  await fixture.page.goto(fixture.shop.url)
  await heading('Continue on the payment page')
  expect(await stored()).toEqual(nothing)
})
