import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { BrowserPage } from './browser-driver.ts'
import { browserDrivers } from './matrix.ts'
import { openShop } from './shop.ts'
import { expectHeading, findButton, poll } from './widget-in-page.ts'

for (const { name, installed, start } of browserDrivers) {
  const path = installed()
  describe.skipIf(!path)(`${name}, on a payment page`, () => {
    let browser: Awaited<ReturnType<typeof start>>
    let shop: Awaited<ReturnType<typeof openShop>>
    let visit: BrowserPage

    beforeAll(async () => {
      browser = await start(path ?? '')
    })
    afterAll(() => browser.close())
    beforeEach(async () => {
      shop = await openShop({})
      visit = await browser.visit()
    })
    afterEach(async () => {
      await visit.close()
      await shop.close()
    })

    const heading = (words: string) => expectHeading(visit, words)

    test.each([
      ['with its script', '/pay/o/1042', true],
      ['without a script', '/no-script/o/1042', false],
    ])('an order is paid %s', async (_, address, hasScript) => {
      await visit.goto(shop.url + address)
      await heading('How would you like to pay?')
      await expect.poll(() => visit.run(isTakenOver), poll).toBe(hasScript)
      await visit.click(findButton, 'Transfer')
      await heading('Send exactly this amount')
      expect(await visit.run(readNumber)).toBe(shop.issued()?.paymentDetails?.card)
      await shop.pay()
      if (!hasScript) await visit.goto(shop.url + address)
      await heading('Paid')
    })
  })
}

// What follows runs in the page.

const isTakenOver = () => customElements.get('pay-pane') !== undefined

const readNumber = () => document.querySelector('pay-pane')?.shadowRoot?.querySelector('.number')?.textContent
