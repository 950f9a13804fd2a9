import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { transfer } from '../../../demo/gallery/views.ts'
import type { chromiumFixture } from './chromium-fixture.ts'
import { html, widget } from './shop.ts'

/** Stops the clock of a page that is still empty: time passes only when a test advances it. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install()
  // Playwright refuses a time that the clock has passed: no machine is so slow.
  await page.clock.pauseAt(Date.now() + 600_000)
}

/** Shows a transfer with a held long poll on a page whose clock is stopped. */
export async function openWithStoppedClock({
  page,
  shop,
  heading,
}: ReturnType<typeof chromiumFixture>): Promise<void> {
  shop.respondWith(transfer)
  await stopClock(page)
  await page.goto(shop.page('/', html(widget)))
  await heading('Send exactly this amount')
  await page.clock.runFor(1000)
  await expect.poll(() => shop.heldPolls).toBe(1)
}
