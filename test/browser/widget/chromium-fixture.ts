import type { BrowserContext, Page } from 'playwright-core'
import { afterEach, beforeEach, expect } from 'vitest'
import { holdConfirmations } from '../held-confirmations.ts'
import { sharedChromium } from '../shared-chromium.ts'
import { openShop } from './shop.ts'

/**
 * A page on a phone and a shop, fresh for every test of the calling file. After every test the page must have no content
 * policy violations, except those that the test took.
 */
export function chromiumFixture() {
  const chromium = sharedChromium()
  let shop: Awaited<ReturnType<typeof openShop>>
  let context: BrowserContext
  let page: Page
  let consoleErrors: string[]
  let violations: string[]

  beforeEach(async () => {
    consoleErrors = []
    violations = []
    shop = await openShop()
    context = await chromium.browser.newContext({
      permissions: ['clipboard-read', 'clipboard-write'],
      viewport: { width: 390, height: 844 },
    })
    await holdConfirmations(context)
    await context.exposeFunction('recordViolation', (violation: string) => violations.push(violation))
    await context.addInitScript(() => {
      addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
        Reflect.get(window, 'recordViolation')(`${violatedDirective} ${blockedURI}`)
      })
    })
    page = await context.newPage()
    page.on('pageerror', (error) => consoleErrors.push(String(error)))
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') consoleErrors.push(message.text())
    })
  })
  afterEach(async () => {
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    await context.close()
    await shop.close()
    expect(violations).toEqual([])
  })

  return {
    get browser() {
      return chromium.browser
    },
    get shop() {
      return shop
    },
    get context() {
      return context
    },
    get page() {
      return page
    },
    /** The page's console errors, warnings and uncaught exceptions. */
    get consoleErrors() {
      return consoleErrors
    },
    /** Returns and clears the violations so far. */
    takeViolations: () => violations.splice(0),
    /** Waits for the parts of the widget that follow the payment details. Before, a press can do less. */
    deferredParts: () => page.locator('.another-way > details').first().waitFor(),
    heading: (words: string) => page.getByRole('heading', { name: words }).waitFor(),
    press: (name: string) => page.getByRole('button', { name, exact: true }).click(),
  }
}
