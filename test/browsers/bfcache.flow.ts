import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { paid, transfer } from '../../demo/gallery/views.ts'
import type { CheckoutView } from '../../src/contract/view.ts'
import { html, openShop, widget } from '../browser/widget/shop.ts'
import { formView } from '../browser/widget/views.ts'
import type { BrowserPage } from './browser-driver.ts'
import { browserDrivers } from './matrix.ts'
import { expectHeading, poll } from './widget-in-page.ts'

/** Records whether the page entered the bfcache, and whether it was restored from it. */
const lifecycleScript = `
addEventListener('pagehide', ({ persisted }) => { window.wasCached = persisted })
addEventListener('pageshow', ({ persisted }) => { window.wasRestored = persisted })
`
for (const { name, installed, start } of browserDrivers) {
  const path = installed()
  describe.skipIf(!path)(`${name}, with a page in its bfcache`, () => {
    let browser: Awaited<ReturnType<typeof start>>
    let shop: Awaited<ReturnType<typeof openShop>>
    let visit: BrowserPage

    beforeAll(async () => {
      browser = await start(path ?? '')
    })
    afterAll(() => browser.close())
    beforeEach(async () => {
      shop = await openShop()
      shop.script('/lifecycle.js', lifecycleScript)
      shop.page('/elsewhere', '<!doctype html><title>Elsewhere</title><h1>Elsewhere</h1>')
      visit = await browser.visit()
    })
    afterEach(async () => {
      await visit.close()
      await shop.close()
    })

    const heading = (words: string) => expectHeading(visit, words)
    const expectTitle = (title: string) =>
      expect.poll(() => visit.run(() => document.title), poll).toBe(title)

    async function open(view: CheckoutView): Promise<void> {
      shop.respondWith(view)
      await visit.goto(shop.page('/', html(widget, { head: '<script src="/lifecycle.js"></script>' })))
      await expect.poll(() => shop.heldPolls, poll).toBe(1)
    }

    /** Goes back; false if the browser reloaded the page. */
    async function goBack(): Promise<boolean> {
      await visit.back()
      await expectTitle('Shop')
      return await visit.run((): boolean => Reflect.get(window, 'wasRestored'))
    }

    test('no request is open on another page; after the return one is sent at once', async ({ skip }) => {
      await open(transfer)
      await heading('Send exactly this amount')
      await visit.goto(`${shop.url}/elsewhere`)
      await expectTitle('Elsewhere')
      await expect.poll(() => shop.heldPolls, poll).toBe(0)
      const requestCount = shop.requests.length
      shop.respondWith(paid)
      skip(!(await goBack()), 'The browser reloaded the page')
      await heading('Paid')
      expect(shop.requests.slice(requestCount).map(({ method, path }) => `${method} ${path}`)).toEqual([
        `GET /pay/checkouts/${transfer.id}`,
      ])
    })

    test('after a return from the payment page waits for the result and links there', async ({ skip }) => {
      await open({ ...formView, action: { type: 'redirect', url: `${shop.url}/elsewhere` } })
      await heading('Continue on the payment page')
      await visit.click(findLink, 'Continue')
      await expectTitle('Elsewhere')
      await expect.poll(() => shop.heldPolls, poll).toBe(0)
      skip(!(await goBack()), 'The browser reloaded the page')
      await heading('Waiting for the result')
      await visit.click(findLink, 'Continue')
      await expectTitle('Elsewhere')
      shop.respondWith(paid)
      await goBack()
      await heading('Paid')
    })
  })
}

// What follows runs in the page.

const findLink = (words: string): Element | null => {
  const link = document.querySelector('pay-pane')?.shadowRoot?.querySelector('a')
  return link?.textContent?.startsWith(words) ? link : null
}
