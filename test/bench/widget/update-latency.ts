import type { CheckoutView } from 'paypane/contract'
import type { Browser } from 'playwright-core'
import { median, percentile, report } from '../measure.ts'
import type { Candidate } from './baselines.ts'
import { watchProbes } from './probes.ts'
import type { Site } from './site.ts'

/** Concurrent pages; more would measure contention for two cores. */
const pages = 4
const paymentsPerPage = 6
const oneMinute = 60_000

interface Payments {
  createCheckout(): Promise<CheckoutView>
  /** Makes the payment final at the server of every candidate. */
  markPaid(view: CheckoutView): Promise<void>
}

/** The time from final at the server to "paid" on the screen, in the first minute of a payment. */
export async function updateLatency(
  browser: Browser,
  candidates: readonly Candidate[],
  { createCheckout, markPaid }: Payments,
  print: (line: string) => void,
): Promise<void> {
  for (const candidate of candidates) {
    const delays: number[] = []
    const measurePayment = async (): Promise<void> => {
      const context = await browser.newContext()
      const page = await context.newPage()
      const reached = await watchProbes(page, candidate.probes)
      const view = await createCheckout()
      await page.goto(await candidate.page(view))
      await reached('code')
      await delay(500 + Math.random() * 3000)
      const from = Date.now()
      await markPaid(view)
      delays.push((await reached('paid')).at - from)
      await context.close()
    }
    await Promise.all(
      Array.from({ length: pages }, async () => {
        for (let payment = 0; payment < paymentsPerPage; payment += 1) await measurePayment()
      }),
    )
    const p95 = percentile(delays, 0.95)
    const labels = `p95 ${p95.toFixed(0)} ms, median ${median(delays).toFixed(0)} ms of ${delays.length}`
    if (candidate.name === 'paypane')
      report('from final to "paid" on the screen', labels, '≤ 50 ms', p95 <= 50)
    else print(`    ${candidate.name}: ${labels}`)
  }
}

/** The number of requests in the first and second pending minute, for all candidates at once. */
export async function pendingRequests(
  browser: Browser,
  candidates: readonly Candidate[],
  site: Site,
  createCheckout: () => Promise<CheckoutView>,
  print: (line: string) => void,
): Promise<void> {
  const context = await browser.newContext()
  const counts = await Promise.all(
    candidates.map(async (candidate) => {
      const page = await context.newPage()
      const view = await createCheckout()
      const requestCount = () => site.requestCount(candidate.statusPath(view))
      const before = requestCount()
      await page.goto(await candidate.page(view))
      await delay(oneMinute)
      const first = requestCount() - before
      await delay(oneMinute)
      return { name: candidate.name, first, second: requestCount() - before - first }
    }),
  )
  await context.close()
  for (const { name, first, second } of counts) {
    const labels = `${first}, then ${second}`
    if (name === 'paypane') report('requests in a pending minute', labels, '≤ 3', first <= 3 && second <= 3)
    else print(`    ${name}: ${labels}`)
  }
}

const delay = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
