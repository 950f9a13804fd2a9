import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync } from 'node:fs'
import { Builder, Key, type WebElement } from 'selenium-webdriver'
import { freePort } from '../support/loopback.ts'
import type { BrowserDriver } from './browser-driver.ts'

const driver = '/usr/bin/WebKitWebDriver'
const display = '/usr/bin/xvfb-run'
const startMs = 20_000

/** WebKitGTK's MiniBrowser on a virtual display. */
export const webkit: BrowserDriver = {
  name: 'WebKitGTK',
  packages: 'webkit2gtk-driver xvfb xauth',
  installed: () => (existsSync(driver) && existsSync(display) ? miniBrowser() : null),
  async start(binary) {
    const port = await freePort()
    const child = spawn(display, ['-a', '-s', '-screen 0 1280x1024x24', driver, `--port=${port}`], {
      stdio: 'ignore',
      detached: true,
    })
    const url = `http://127.0.0.1:${port}`
    await waitForResponse(`${url}/status`)
    // One session for all visits, since the driver sometimes fails to create a second one.
    const page = await new Builder()
      .usingServer(url)
      .withCapabilities({
        browserName: 'MiniBrowser',
        'webkitgtk:browserOptions': { binary, args: ['--automation'] },
      })
      .build()
    const withControl = (key: string) =>
      page.actions().keyDown(Key.CONTROL).sendKeys(key).keyUp(Key.CONTROL).perform()
    return {
      version: (await page.getCapabilities()).getBrowserVersion() ?? '',
      async visit() {
        return {
          goto: (address) => page.get(address),
          run: (inPage) => page.executeScript(inPage),
          async click(find, words) {
            const element = await page.executeScript<WebElement | null>(find, words)
            if (!element) throw new Error(`No element to click: ${words}`)
            await element.click()
          },
          // A script in a page that unloads never returns, so the driver navigates.
          back: () => page.navigate().back(),
          copy: () => withControl('c'),
          paste: () => withControl('v'),
          close: () => page.get('about:blank'),
        }
      },
      async close() {
        await page.quit()
        const exited = once(child, 'exit')
        // The virtual display is in the same process group.
        if (child.pid) process.kill(-child.pid)
        await exited
      },
    }
  },
}

const miniBrowser = (): string | null => globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser').at(-1) ?? null

async function waitForResponse(url: string): Promise<void> {
  const until = Date.now() + startMs
  for (;;) {
    try {
      await fetch(url)
      return
    } catch (cause) {
      if (Date.now() > until) throw new Error('WebKitWebDriver did not start', { cause })
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}
