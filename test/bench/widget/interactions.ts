import type { Browser, Page } from 'playwright-core'
import { choosing, transfer } from '../../../demo/gallery/views.ts'
import { html, openShop, widget } from '../../browser/widget/shop.ts'
import { percentile, report } from '../measure.ts'

const cpuSlowdown = 4
const target = 50

/** What a payer presses on the way to a payment, in this order. */
const presses: readonly { name: string; press: (page: Page) => Promise<void>; isDone: string }[] = [
  {
    name: 'choose a method',
    press: (page) => page.getByRole('button', { name: /^Transfer/ }).click(),
    isDone: '.number:visible',
  },
  {
    name: 'copy the number',
    press: (page) => page.locator('.way .copy:visible').first().click(),
    isDone: '.copy.copied',
  },
  {
    name: 'change the way',
    press: (page) => page.locator('select').press('ArrowDown'),
    isDone: '.way.phone .number:visible',
  },
  {
    name: 'report the money as sent',
    press: (page) => page.getByRole('button', { name: 'I’ve sent the money' }).click(),
    isDone: 'h2:has-text("Checking for your transfer")',
  },
]

/** Interaction to next paint, and layout shifts that no press caused, with a CPU slowdown of 4. */
export async function interactions(browser: Browser, rounds: number): Promise<void> {
  const durations = new Map<string, number[]>(presses.map(({ name }) => [name, []]))
  let roundsWithShift = 0
  for (let round = 0; round < rounds; round += 1) {
    const shop = await openShop()
    shop.respondWith(choosing)
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      permissions: ['clipboard-write'],
    })
    const page = await context.newPage()
    await page.addInitScript(record)
    await page.goto(shop.page('/', html(widget)))
    await page.getByRole('button', { name: /^Transfer/ }).waitFor()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
    for (const { name, press, isDone } of presses) {
      await page.waitForTimeout(300)
      await page.evaluate(() => void Reflect.get(window, 'recorded').events.splice(0))
      await press(page)
      if (name === 'choose a method') shop.respondWith(transfer)
      await page.locator(isDone).first().waitFor()
      await page.waitForTimeout(300)
      const events = await page.evaluate((): number[] => Reflect.get(window, 'recorded').events)
      durations.get(name)?.push(Math.max(0, ...events))
    }
    const shifts = await page.evaluate((): number[] => Reflect.get(window, 'recorded').shifts)
    if (shifts.length > 0) roundsWithShift += 1
    await context.close()
    await shop.close()
  }
  for (const [name, times] of durations) {
    const slow = percentile(times, 0.98)
    const value = `p98 ${slow} ms, median ${percentile(times, 0.5)} ms of ${times.length}`
    report(`press to next paint at ${cpuSlowdown}x: ${name}`, value, `≤ ${target} ms`, slow <= target)
  }
  const still = `${rounds - roundsWithShift} of ${rounds} rounds`
  report('a payment without layout shift', still, 'all', roundsWithShift === 0)
}

/** Runs in the page. Events shorter than 16 ms are not reported. */
function record(): void {
  const recorded = { events: [] as number[], shifts: [] as number[] }
  const events: PerformanceObserverInit & { durationThreshold: number } = {
    type: 'event',
    durationThreshold: 16,
  }
  Reflect.set(window, 'recorded', recorded)
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (Reflect.get(entry, 'interactionId') !== 0) recorded.events.push(entry.duration)
  }).observe(events)
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (Reflect.get(entry, 'hadRecentInput') === false)
        recorded.shifts.push(Number(Reflect.get(entry, 'value')))
  }).observe({ type: 'layout-shift', buffered: true })
}
