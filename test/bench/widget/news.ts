import type { CheckoutView } from 'paypane/contract'
import type { Browser } from 'playwright-core'
import { median, percentile, report } from '../measure.ts'
import type { Contender } from './contenders.ts'
import type { Site } from './site.ts'
import { watch } from './watch.ts'

/** Pages that are open at once; more would measure how they share two processors. */
const pages = 4
const eachPays = 6
const oneMinute = 60_000

interface Payments {
  open(): Promise<CheckoutView>
  /** The payment is final at the server, whichever the contender asks. */
  settle(view: CheckoutView): Promise<void>
}

/** From final at the server to "paid" on the screen, in the first minute of a payment. */
export async function news(
  browser: Browser,
  contenders: readonly Contender[],
  { open, settle }: Payments,
  say: (line: string) => void,
): Promise<void> {
  for (const contender of contenders) {
    const delays: number[] = []
    const payOnce = async (): Promise<void> => {
      const context = await browser.newContext()
      const page = await context.newPage()
      const seen = await watch(page, contender.sights)
      const view = await open()
      await page.goto(contender.page(view))
      await seen('code')
      await pause(500 + Math.random() * 3000)
      const from = Date.now()
      await settle(view)
      delays.push((await seen('paid')).at - from)
      await context.close()
    }
    await Promise.all(
      Array.from({ length: pages }, async () => {
        for (let payment = 0; payment < eachPays; payment += 1) await payOnce()
      }),
    )
    const p95 = percentile(delays, 0.95)
    const words = `p95 ${p95.toFixed(0)} ms, median ${median(delays).toFixed(0)} ms of ${delays.length}`
    if (contender.name === 'paypane')
      report('from final to "paid" on the screen', words, '< 150 ms', p95 < 150)
    else say(`    ${contender.name}: ${words}`)
  }
}

/** The requests that a payment's first pending minute costs, and its second; all contenders in the same minutes. */
export async function pendingMinutes(
  browser: Browser,
  contenders: readonly Contender[],
  site: Site,
  open: () => Promise<CheckoutView>,
  say: (line: string) => void,
): Promise<void> {
  const context = await browser.newContext()
  const counts = await Promise.all(
    contenders.map(async (contender) => {
      const page = await context.newPage()
      const view = await open()
      const asked = () => site.asked(contender.asks(view))
      const before = asked()
      await page.goto(contender.page(view))
      await pause(oneMinute)
      const first = asked() - before
      await pause(oneMinute)
      return { name: contender.name, first, second: asked() - before - first }
    }),
  )
  await context.close()
  for (const { name, first, second } of counts) {
    const words = `${first}, then ${second}`
    if (name === 'paypane') report('requests in a pending minute', words, '≤ 3', first <= 3 && second <= 3)
    else say(`    ${name}: ${words}`)
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
