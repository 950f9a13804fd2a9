import type { BrowserDriver } from './browser-driver.ts'
import { chromium } from './chromium.ts'
import { firefox } from './firefox.ts'
import { webkit } from './webkit.ts'

/** The browsers to test, if they are installed. */
export const browserDrivers: readonly BrowserDriver[] = [chromium, firefox, webkit]
