import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { launchChromium } from './chromium.ts'

/** Shared by the test files of a worker, since they share this module. It ends with the worker. */
let launched: Promise<Browser> | undefined

async function workerChromium(): Promise<Browser> {
  launched ??= launchChromium()
  const browser = await launched
  if (browser.isConnected()) return browser
  launched = undefined
  return await workerChromium()
}

/** The worker's Chromium, for the tests of the calling file. What they leave open is closed after the last one. */
export function sharedChromium(): { readonly browser: Browser } {
  let browser: Browser
  beforeAll(async () => {
    browser = await workerChromium()
  })
  afterAll(() => Promise.all(browser.contexts().map((context) => context.close())))
  return {
    get browser() {
      return browser
    },
  }
}
