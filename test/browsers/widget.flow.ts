import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { html, strictPolicy, widget } from '../browser/widget/shop.ts'
import type { BrowserPage } from './browser-driver.ts'
import { browserDrivers } from './matrix.ts'
import { openShop } from './shop.ts'
import { expectHeading, findButton, poll } from './widget-in-page.ts'

/** Records errors and policy violations of the page, except for the browser's request of an icon. */
const errorScript = `
window.pageErrors = []
addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
  if (!blockedURI.endsWith('/favicon.ico')) pageErrors.push(violatedDirective + ' ' + blockedURI)
})
addEventListener('error', ({ message }) => pageErrors.push(message))
addEventListener('unhandledrejection', ({ reason }) => pageErrors.push(String(reason)))
`
const inDialog = `document.querySelector('dialog').showModal()`
const withoutClipboard = `Object.defineProperty(navigator, 'clipboard', { value: undefined })`
const refusing = `${withoutClipboard}
document.execCommand = () => false`
/** As a property, a view is shown before the server has confirmed it. */
const setInitialView =
  "const element = document.querySelector('pay-pane'); element.initialView = JSON.parse(element.dataset.view)"

const scripts = {
  '/errors.js': errorScript,
  '/in-dialog.js': inDialog,
  '/without-clipboard.js': withoutClipboard,
  '/refusing.js': refusing,
  '/initial-view.js': setInitialView,
}
const script = (name: string) => `<script src="/${name}.js"></script>`

/** Stands for the bank, where the payer pastes. */
const bankInput = '<textarea aria-label="Bank"></textarea>'

for (const { name, installed, start } of browserDrivers) {
  const path = installed()
  describe.skipIf(!path)(name, () => {
    let browser: Awaited<ReturnType<typeof start>>
    let shop: Awaited<ReturnType<typeof openShop>>
    let visit: BrowserPage

    beforeAll(async () => {
      browser = await start(path ?? '')
      process.stdout.write(`${name}: ${browser.version}\n`)
    })
    afterAll(() => browser.close())
    beforeEach(async () => {
      shop = await openShop(scripts)
      visit = await browser.visit()
    })
    afterEach(async () => {
      await visit.close()
      await shop.close()
    })

    const heading = (words: string) => expectHeading(visit, words)
    const pageErrors = () => visit.run((): string[] => Reflect.get(window, 'pageErrors'))
    const expectPasted = async (copied: string | null | undefined) => {
      await visit.run(focusBank)
      await visit.paste()
      await expect.poll(() => visit.run(readBank), poll).toBe(copied)
    }

    /** Chooses the transfer, copies the card number and pays. */
    async function completePayment() {
      await heading('How would you like to pay?')
      await visit.click(findButton, 'Transfer')
      await heading('Send exactly this amount')
      await visit.click(findButton, 'Copy: Card number')
      await expect.poll(() => visit.run(readStatus), poll).toBe('Copied: Card number')
      await expectPasted(shop.issued()?.paymentDetails?.card)
      await visit.click(findButton, 'I’ve sent the money')
      await heading('Checking for your transfer')
      await shop.pay()
      await heading('Paid')
    }

    test('completes a payment under the strictest content policy', async () => {
      const page = { html: html(widget + bankInput, { head: script('errors') }), policy: strictPolicy }
      await visit.goto(shop.page('/', page))
      await completePayment()
      expect(await pageErrors()).toEqual([])
    })

    test('keeps its appearance on a page with rules for all elements', async () => {
      const everything =
        '* { all: revert !important; letter-spacing: 9px !important; display: none !important; color: lime !important }' +
        'html, body, body > main, textarea { display: block !important }'
      const head = `<style>${everything} pay-pane { display: none; opacity: 0 }</style>${script('errors')}`
      const policy = `${strictPolicy}; style-src 'unsafe-inline'`
      await visit.goto(shop.page('/', { html: html(`<main>${widget}</main>${bankInput}`, { head }), policy }))
      await heading('How would you like to pay?')
      expect(await visit.run(readStyle)).toEqual({
        letterSpacing: 'normal',
        color: 'rgb(22, 26, 34)',
        opacity: '1',
        isShown: true,
      })
      await completePayment()
      expect(await pageErrors()).toEqual([])
    })

    test('copies inside a modal dialog of a page without a clipboard', async () => {
      const head = script('errors') + script('without-clipboard')
      const page = html(`<dialog>${widget}${bankInput}</dialog>${script('in-dialog')}`, { head })
      await visit.goto(shop.page('/', { html: page, policy: strictPolicy }))
      await completePayment()
      expect(await pageErrors()).toEqual([])
    })

    test.each([
      ['a page', ''],
      ['a page that disables selection', '<style>* { user-select: none; -webkit-user-select: none }</style>'],
    ])('a value that cannot be copied on %s is selected for manual copying', async (_, style) => {
      const policy = `${strictPolicy}; style-src 'unsafe-inline'`
      const page = html(widget + bankInput, { head: style + script('errors') + script('refusing') })
      await visit.goto(shop.page('/', { html: page, policy }))
      await heading('How would you like to pay?')
      await visit.click(findButton, 'Transfer')
      await heading('Send exactly this amount')
      await visit.click(findButton, 'Copy: Card number')
      await expect.poll(() => visit.run(readStatus), poll).toContain('Not copied')
      await visit.copy()
      await expectPasted(shop.issued()?.paymentDetails?.card)
      expect(await pageErrors()).toEqual([])
    })
  })
}

// What follows runs in the page.

const readStatus = () =>
  document.querySelector('pay-pane')?.shadowRoot?.querySelector('[role="status"]')?.textContent?.trim()

const readBank = () => document.querySelector('textarea')?.value

const focusBank = () => document.querySelector('textarea')?.focus()

const readStyle = () => {
  const title = document.querySelector('pay-pane')?.shadowRoot?.querySelector('h2')
  const host = document.querySelector('pay-pane')
  if (!title || !host) return null
  const { letterSpacing, color } = getComputedStyle(title)
  const { opacity } = getComputedStyle(host)
  return { letterSpacing, color, opacity, isShown: title.getBoundingClientRect().height > 10 }
}
