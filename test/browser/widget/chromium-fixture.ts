import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { launchChromium } from '../chromium.ts'
import { openShop } from './shop.ts'

/**
 * A phone at a shop, fresh for every test of the file that calls this, with the script-tag files of now. After every
 * test no rule of a page may have been broken, but those that the test took as its own.
 */
export function chromiumFixture() {
  let browser: Browser
  let shop: Awaited<ReturnType<typeof openShop>>
  let context: BrowserContext
  let page: Page
  let consoleErrors: string[]
  let violations: string[]

  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser.close())
  beforeEach(async () => {
    consoleErrors = []
    violations = []
    shop = await openShop()
    context = await browser.newContext({
      permissions: ['clipboard-read', 'clipboard-write'],
      viewport: { width: 390, height: 844 },
    })
    context.setDefaultTimeout(8000)
    await context.exposeFunction('recordViolation', (broken: string) => violations.push(broken))
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
      return browser
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
    /** What the page's console said, and what was thrown. */
    get consoleErrors() {
      return consoleErrors
    },
    /** The rules of the page that were broken until now; the test answers for them. */
    takeViolations: () => violations.splice(0),
    heading: (words: string) => page.getByRole('heading', { name: words }).waitFor(),
    press: (name: string) => page.getByRole('button', { name, exact: true }).click(),
  }
}
