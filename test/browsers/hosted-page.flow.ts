import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { BrowserPage } from './browser-driver.ts'
import { browserDrivers } from './matrix.ts'
import { openShop } from './shop.ts'

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

    const heading = (words: string) =>
      expect.poll(() => visit.run(readHeading), poll).toEqual(expect.stringContaining(words))

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

const poll = { timeout: 15_000 }

// What follows runs in the page.

const readHeading = () =>
  document.querySelector('pay-pane')?.shadowRoot?.querySelector('h2')?.textContent?.trim()

const isTakenOver = () => customElements.get('pay-pane') !== undefined

const readNumber = () => document.querySelector('pay-pane')?.shadowRoot?.querySelector('.number')?.textContent

const findButton = (words: string): Element | null => {
  const buttons = document.querySelector('pay-pane')?.shadowRoot?.querySelectorAll('button') ?? []
  for (const button of buttons) if (button.textContent?.trim().startsWith(words)) return button
  return null
}
