import { existsSync } from 'node:fs'
import { chromium as playwright } from 'playwright-core'
import type { BrowserDriver } from './browser-driver.ts'

const executablePaths = ['/usr/bin/chromium', '/usr/bin/google-chrome', '/usr/bin/google-chrome-stable']

/**
 * The installed Chromium, or `$CHROMIUM`. The headless shell of `npm test` has no bfcache.
 */
export const chromium: BrowserDriver = {
  name: 'Chromium',
  packages: 'chromium',
  installed: () => process.env['CHROMIUM'] ?? executablePaths.find((path) => existsSync(path)) ?? null,
  async start(executablePath) {
    const browser = await playwright.launch({
      executablePath,
      args: ['--no-sandbox', '--disable-gpu'],
      // Playwright disables the bfcache, since its `goBack` does not support it.
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    })
    return {
      version: browser.version(),
      async visit() {
        const page = await browser.newPage()
        return {
          goto: async (url) => void (await page.goto(url)),
          run: async (inPage) => await page.evaluate(inPage),
          async click(find, words) {
            const element = (await page.evaluateHandle(find, words)).asElement()
            if (!element) throw new Error(`No element to click: ${words}`)
            await element.click()
          },
          // In a separate task, since the page unloads.
          back: async () => void (await page.evaluate(() => setTimeout(() => history.back()))),
          copy: () => page.keyboard.press('Control+c'),
          paste: () => page.keyboard.press('Control+v'),
          close: () => page.context().close(),
        }
      },
      close: () => browser.close(),
    }
  },
}
