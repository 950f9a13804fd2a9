import { gzipSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { z } from 'zod'

const Order = z.object({ externalId: z.string(), status: z.string() })

/** A payer with a real browser, who pays what the page asks for, and the service that hears of it. */
export async function payOn(browser: Browser, url: string, sandbox: string): Promise<void> {
  await inPage(browser, async (page) => {
    await page.goto(url)
    const way = page.locator('.ways button').first()
    const details = page.locator('.detail').first()
    await way.or(details).first().waitFor()
    if (await way.isVisible()) await way.click()
    await details.waitFor()
    const listed = await fetch(`${sandbox}/_sandbox/orders?limit=1`)
    const [order] = z.array(Order).parse(await listed.json())
    if (!order) throw new Error('The sandbox knows no order')
    await fetch(`${sandbox}/_sandbox/orders/${order.externalId}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ do: 'pay' }),
    })
    await page.waitForFunction(() => document.title === 'Paid')
    await page.locator('.pane.good').waitFor()
  })
}

/** The bytes of script that a browser loads for a page, gzipped. */
export async function weighScripts(browser: Browser, url: string): Promise<number> {
  let size = 0
  await inPage(browser, async (page) => {
    const bodies: Promise<Buffer>[] = []
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') bodies.push(response.body())
    })
    await page.goto(url, { waitUntil: 'networkidle' }).catch(() => undefined)
    for (const body of await Promise.all(bodies)) size += gzipSync(body, { level: 9 }).length
  })
  return size
}

/** A page of its own, in which nothing may go wrong: an error on it is an error here. */
async function inPage(browser: Browser, use: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext()
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  try {
    await use(page)
  } catch (error) {
    const shown = await page
      .locator('body')
      .ariaSnapshot()
      .catch(() => '')
    throw new Error(`${error}\nThe page shows: ${shown.slice(0, 1000)}\nIts errors: ${errors.join('\n')}`)
  } finally {
    await context.close()
  }
  if (errors.length > 0) throw new Error(`The page had errors:\n${errors.join('\n')}`)
}
