import { existsSync } from 'node:fs'
import { ElementHandle, launch } from 'puppeteer-core'
import type { BrowserDriver } from './browser-driver.ts'

const executablePaths = ['/usr/bin/firefox-esr', '/usr/bin/firefox']

/** The installed Firefox, or `$FIREFOX`: headless, over WebDriver BiDi. */
export const firefox: BrowserDriver = {
  name: 'Firefox',
  packages: 'firefox-esr',
  installed: () => process.env['FIREFOX'] ?? executablePaths.find((path) => existsSync(path)) ?? null,
  async start(executablePath) {
    const browser = await launch({
      browser: 'firefox',
      executablePath,
      headless: true,
      defaultViewport: null,
      args: ['--width=1280', '--height=900'],
    })
    return {
      version: await browser.version(),
      async visit() {
        const context = await browser.createBrowserContext()
        const page = await context.newPage()
        const withControl = async (key: 'c' | 'v') => {
          await page.keyboard.down('Control')
          await page.keyboard.press(key)
          await page.keyboard.up('Control')
        }
        return {
          goto: async (url) => void (await page.goto(url)),
          run: async (inPage) => await page.evaluate(inPage),
          async click(find, words) {
            const element = await page.evaluateHandle(find, words)
            if (!(element instanceof ElementHandle)) throw new Error(`No element to click: ${words}`)
            await element.click()
          },
          // In a separate task, since the page unloads.
          back: async () => void (await page.evaluate(() => setTimeout(() => history.back()))),
          copy: () => withControl('c'),
          paste: () => withControl('v'),
          close: () => context.close(),
        }
      },
      close: () => browser.close(),
    }
  },
}
