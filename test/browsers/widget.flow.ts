import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { html, pane, strictPolicy } from '../browser/widget/shop.ts'
import { formView } from '../browser/widget/views.ts'
import type { BrowserPage } from './browser-driver.ts'
import { browserDrivers } from './matrix.ts'
import { openShop } from './shop.ts'

const timeoutMs = 15_000

/** Runs before the pane: what goes wrong on the page is kept. The icon is the browser's own wish, not the pane's. */
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
const scripts = {
  '/errors.js': errorScript,
  '/in-dialog.js': inDialog,
  '/without-clipboard.js': withoutClipboard,
  '/refusing.js': refusing,
}
const script = (name: string) => `<script src="/${name}.js"></script>`

/** Where a payer's bank would be: what was copied is pasted here. */
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

    const heading = (words: string) =>
      expect.poll(() => visit.run(readHeading), poll).toEqual(expect.stringContaining(words))
    const pageErrors = () => visit.run((): string[] => Reflect.get(window, 'pageErrors'))
    const expectPasted = async (copied: string | null | undefined) => {
      await visit.run(focusBank)
      await visit.paste()
      await expect.poll(() => visit.run(readBank), poll).toBe(copied)
    }

    /** Chooses the transfer, copies the card, and pays. */
    async function completePayment() {
      await heading('How would you like to pay?')
      await visit.click(findButton, 'Bank transfer')
      await heading('Transfer exactly this amount')
      await visit.click(findButton, 'Copy: Card number')
      await expect.poll(() => visit.run(readStatus), poll).toBe('Copied: Card number')
      await expectPasted(shop.issued()?.paymentDetails?.card)
      await visit.click(findButton, 'I have paid')
      await heading('Checking for your transfer')
      await shop.pay()
      await heading('Paid')
    }

    test('goes the whole way on the strictest page, and breaks no rule of it', async () => {
      const page = { html: html(pane + bankInput, { head: script('errors') }), policy: strictPolicy }
      await visit.goto(shop.page('/', page))
      await completePayment()
      expect(await pageErrors()).toEqual([])
    })

    test('keeps its look where the page has rules for everything', async () => {
      const everything =
        '* { all: revert !important; letter-spacing: 9px !important; display: none !important; color: lime !important }' +
        'html, body, body > main, textarea { display: block !important }'
      const head = `<style>${everything} pay-pane { display: none; opacity: 0 }</style>${script('errors')}`
      const policy = `${strictPolicy}; style-src 'unsafe-inline'`
      await visit.goto(shop.page('/', { html: html(`<main>${pane}</main>${bankInput}`, { head }), policy }))
      await heading('How would you like to pay?')
      expect(await visit.run(readLook)).toEqual({
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
      const page = html(`<dialog>${pane}${bankInput}</dialog>${script('in-dialog')}`, { head })
      await visit.goto(shop.page('/', { html: page, policy: strictPolicy }))
      await completePayment()
      expect(await pageErrors()).toEqual([])
    })

    test.each([
      ['a page', ''],
      ['a page that forbids to select', '<style>* { user-select: none; -webkit-user-select: none }</style>'],
    ])('what is not copied on %s is left selected, and the payer copies it', async (_, style) => {
      const policy = `${strictPolicy}; style-src 'unsafe-inline'`
      const page = html(pane + bankInput, { head: style + script('errors') + script('refusing') })
      await visit.goto(shop.page('/', { html: page, policy }))
      await heading('How would you like to pay?')
      await visit.click(findButton, 'Bank transfer')
      await heading('Transfer exactly this amount')
      await visit.click(findButton, 'Copy: Card number')
      await expect.poll(() => visit.run(readStatus), poll).toContain('Could not copy')
      await visit.copy()
      await expectPasted(shop.issued()?.paymentDetails?.card)
      expect(await pageErrors()).toEqual([])
    })

    test('in a frame that may not take the window, the way to the payment page stays a button', async () => {
      const url = shop.page('/form', { html: '<!doctype html>', policy: strictPolicy })
      const view = JSON.stringify({ ...formView, action: { type: 'redirect', url }, pollAfter: null })
      const pane = `<pay-pane endpoint="/pay" checkout="co_1" redirect="auto" initial-view='${view}'></pay-pane>`
      const inside = html(pane, { head: script('errors') })
      shop.page('/inside', { html: inside, policy: strictPolicy })
      const frame = '<!doctype html><iframe src="/inside" sandbox="allow-scripts allow-same-origin"></iframe>'
      await visit.goto(shop.page('/', { html: frame, policy: strictPolicy }))
      await expect
        .poll(() => visit.run(readFrame), poll)
        .toEqual({ heading: expect.stringContaining('Continue on the payment page'), pageErrors: [] })
    })
  })
}

const poll = { timeout: timeoutMs }

// What follows runs in the page.

const readHeading = () =>
  document.querySelector('pay-pane')?.shadowRoot?.querySelector('h2')?.textContent?.trim()

const readFrame = () => {
  const root = frames[0]?.document.querySelector('pay-pane')?.shadowRoot
  return {
    heading: root?.querySelector('h2')?.textContent,
    pageErrors: Reflect.get(frames[0] ?? {}, 'pageErrors'),
  }
}

const readStatus = () =>
  document.querySelector('pay-pane')?.shadowRoot?.querySelector('[role="status"]')?.textContent?.trim()

const readBank = () => document.querySelector('textarea')?.value

const focusBank = () => document.querySelector('textarea')?.focus()

const findButton = (words: string): Element | null => {
  const buttons = document.querySelector('pay-pane')?.shadowRoot?.querySelectorAll('button') ?? []
  for (const button of buttons) {
    const name = button.getAttribute('aria-label') ?? button.textContent
    if (name?.trim().startsWith(words)) return button
  }
  return null
}

const readLook = () => {
  const title = document.querySelector('pay-pane')?.shadowRoot?.querySelector('h2')
  const host = document.querySelector('pay-pane')
  if (!title || !host) return null
  const { letterSpacing, color } = getComputedStyle(title)
  const { opacity } = getComputedStyle(host)
  return { letterSpacing, color, opacity, isShown: title.getBoundingClientRect().height > 10 }
}
