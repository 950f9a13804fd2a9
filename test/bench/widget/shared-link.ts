import type { CheckoutView } from 'paypane/contract'
import type { Browser } from 'playwright-core'
import { median, percentile, report } from '../measure.ts'
import { widgetProbes } from './baselines.ts'
import { watchProbes } from './probes.ts'

const payments = 20
const targetMs = 150

/** Two browsers show one payment link; the time from final at the server until both show "paid". */
export async function sharedLink(
  browser: Browser,
  payOrder: {
    createCheckout(): Promise<CheckoutView>
    /** The address of the order's hosted page. */
    link(view: CheckoutView): string
    markPaid(view: CheckoutView): Promise<void>
  },
): Promise<void> {
  const delays: number[] = []
  for (let payment = 0; payment < payments; payment += 1) {
    const view = await payOrder.createCheckout()
    const contexts = await Promise.all([browser.newContext(), browser.newContext()])
    const reached = await Promise.all(
      contexts.map(async (context) => {
        const page = await context.newPage()
        const milestone = await watchProbes(page, widgetProbes)
        await page.goto(payOrder.link(view))
        await page.locator('.copy:enabled').first().waitFor()
        return milestone
      }),
    )
    await new Promise((resolve) => setTimeout(resolve, 500))
    const from = Date.now()
    await payOrder.markPaid(view)
    const times = await Promise.all(reached.map((milestone) => milestone('paid')))
    delays.push(Math.max(...times.map(({ at }) => at)) - from)
    await Promise.all(contexts.map((context) => context.close()))
  }
  const p95 = percentile(delays, 0.95)
  const value = `p95 ${p95.toFixed(0)} ms, median ${median(delays).toFixed(0)} ms of ${payments}`
  report(
    'two browsers on one payment link, until both show "paid"',
    value,
    `≤ ${targetMs} ms`,
    p95 <= targetMs,
  )
}
