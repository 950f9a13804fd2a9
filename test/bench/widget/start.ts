import type { CheckoutView } from 'paypane/contract'
import type { Browser } from 'playwright-core'
import { median, report } from '../measure.ts'
import type { Candidate } from './baselines.ts'

const cpuSlowdown = 4

/** Layout shifts and long tasks from the start of a page until its payment details can be copied. */
export async function widgetStart(
  browser: Browser,
  candidates: readonly Candidate[],
  createCheckout: () => Promise<CheckoutView>,
  rounds: number,
): Promise<void> {
  const results = new Map<string, Recorded>(candidates.map(({ name }) => [name, { shifts: [], tasks: [] }]))
  for (let round = 0; round < rounds; round += 1) {
    for (const candidate of candidates) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
      const page = await context.newPage()
      const devtools = await context.newCDPSession(page)
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
      await page.addInitScript(record)
      await page.goto(await candidate.page(await createCheckout()))
      await page.locator('.copy:enabled').first().waitFor()
      await page.waitForTimeout(300)
      const { shifts, tasks } = await page.evaluate((): Recorded => Reflect.get(window, 'recorded'))
      results.get(candidate.name)?.shifts.push(shifts.reduce((sum, shift) => sum + shift, 0))
      results.get(candidate.name)?.tasks.push(Math.max(0, ...tasks))
      await context.close()
    }
  }
  for (const [name, { shifts, tasks }] of results) {
    const shift = Math.max(...shifts)
    report(`${name}: layout shift until it is interactive`, shift.toFixed(3), '0.000', shift < 0.0005)
    const usual = median(tasks)
    const found = usual === 0 ? 'none' : `${usual} ms`
    const value = `${found} (worst of ${rounds} rounds: ${Math.max(...tasks)} ms)`
    report(`${name}: task over 50 ms at ${cpuSlowdown}x, at the start`, value, 'none', usual === 0)
  }
}

interface Recorded {
  shifts: number[]
  tasks: number[]
}

/** Runs in the page. */
function record(): void {
  const recorded: Recorded = { shifts: [], tasks: [] }
  Reflect.set(window, 'recorded', recorded)
  const observe = (type: string, add: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(add)).observe({ type, buffered: true })
  observe('layout-shift', (entry) => recorded.shifts.push(Number(Reflect.get(entry, 'value'))))
  observe('longtask', ({ duration }) => recorded.tasks.push(duration))
}
