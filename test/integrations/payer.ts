import { gzipSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { z } from 'zod'

const Order = z.object({ externalId: z.string(), redirects: z.object({ success: z.string() }) })

/** Pays the order of the page in a real browser. Resolves with the gzipped bytes of script that the page loaded. */
export function payOrder(browser: Browser, url: string, sandbox: string): Promise<number> {
  return inPage(browser, async (page) => {
    await page.goto(url)
    await pay(page, sandbox)
    await page.waitForFunction(() => document.title === 'Paid')
  })
}

/** Pays the order of a page that shows the success and no more. */
export async function payPage(browser: Browser, url: string, sandbox: string): Promise<void> {
  await inPage(browser, async (page) => {
    await page.goto(url)
    await pay(page, sandbox)
  })
}

/**
 * Pays the order of a page whose HTML contains the widget. Rejects if the widget is missing without a script, if the
 * host's hydration reports a mismatch, or if it replaces the element or what is inside.
 */
export async function payRenderedOrder(browser: Browser, url: string, sandbox: string): Promise<void> {
  const plain = await browser.newContext({ javaScriptEnabled: false })
  const plainPage = await plain.newPage()
  await plainPage.goto(url)
  await plainPage.getByRole('heading', { name: 'How would you like to pay?' }).waitFor()
  await plain.close()
  await inPage(browser, async (page) => {
    const mismatches: string[] = []
    page.on('console', (message) => {
      if (/hydrat|mismatch/i.test(message.text())) mismatches.push(message.text())
    })
    await page.addInitScript(() => {
      addEventListener('DOMContentLoaded', () => {
        const element = document.querySelector('pay-pane')
        Reflect.set(window, 'rendered', [element, element?.shadowRoot?.querySelector('h2')])
      })
    })
    await page.goto(url, { waitUntil: 'load' })
    await page.locator('.methods button:enabled').first().waitFor()
    // The host hydrates at about the same time.
    await page.waitForTimeout(1000)
    const kept = await page.evaluate(() => {
      const element = document.querySelector('pay-pane')
      const [before, heading] = Reflect.get(window, 'rendered')
      return {
        element: element !== null && element === before,
        content: heading != null && element?.shadowRoot?.querySelector('h2') === heading,
      }
    })
    if (!kept.element || !kept.content)
      throw new Error(`The rendered widget was replaced: ${JSON.stringify(kept)}`)
    await pay(page, sandbox)
    if (mismatches.length > 0)
      throw new Error(`The page was hydrated with mismatches: ${mismatches.join('\n')}`)
  })
}

/** Opens the page on which a payer of the last order, which is paid, comes back from a payment form. */
export async function visitReturnPage(browser: Browser, sandbox: string): Promise<void> {
  const { redirects } = await lastOrder(sandbox)
  const visit = async (page: Page): Promise<void> => {
    await page.goto(redirects.success)
    await page.getByRole('heading', { name: 'Paid' }).waitFor()
  }
  const plain = await browser.newContext({ javaScriptEnabled: false })
  await visit(await plain.newPage()).finally(() => plain.close())
  const scriptBytes = await inPage(browser, visit)
  if (scriptBytes === 0) throw new Error('The return page has loaded no script')
}

async function lastOrder(sandbox: string): Promise<z.output<typeof Order>> {
  const listed = await fetch(`${sandbox}/_sandbox/orders?limit=1`)
  const [order] = z.array(Order).parse(await listed.json())
  if (!order) throw new Error('The sandbox has no order')
  return order
}

/** Chooses a method, if the page asks for one, and pays at the sandbox. */
async function pay(page: Page, sandbox: string): Promise<void> {
  const way = page.locator('.methods button').first()
  const details = page.locator('.field-row').first()
  await way.or(details).first().waitFor()
  if (await way.isVisible()) await way.click()
  await details.waitFor()
  const { externalId } = await lastOrder(sandbox)
  await fetch(`${sandbox}/_sandbox/orders/${externalId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ do: 'pay' }),
  })
  await page.locator('.widget.success').waitFor()
}

/** Resolves with the gzipped bytes of script that the page loads, without a payment. */
export function measurePage(browser: Browser, url: string): Promise<number> {
  return inPage(browser, async (page) => {
    await page.goto(url, { waitUntil: 'networkidle' })
  })
}

/** Runs `use` in a new page; rejects if the page reports an error. */
async function inPage(browser: Browser, use: (page: Page) => Promise<void>): Promise<number> {
  const context = await browser.newContext()
  const page = await context.newPage()
  page.setDefaultTimeout(90_000)
  const errors: string[] = []
  const scripts: Promise<Buffer>[] = []
  page.on('response', (response) => {
    // The hosted page loads itself again once it is paid: then the browser has the first body no more, and 304 has none.
    if (response.request().resourceType() !== 'script' || !response.ok()) return
    const body = response.body()
    // Where the page has failed, nobody awaits it.
    body.catch(() => undefined)
    scripts.push(body)
  })
  page.on('response', (response) => {
    if (response.status() >= 400) errors.push(`${response.status()} ${response.url()}`)
  })
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  try {
    await use(page)
    if (errors.length > 0) throw new Error('The page had errors')
    const bodies = await Promise.all(scripts)
    return bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0)
  } catch (error) {
    const shown = await page
      .locator('body')
      .ariaSnapshot()
      .catch(() => '')
    throw new Error(`${error}\nThe page shows: ${shown.slice(0, 1000)}\nIts errors: ${errors.join('\n')}`)
  } finally {
    await context.close()
  }
}
