import type { CheckoutView } from 'paypane/contract'
import type { Browser } from 'playwright-core'
import { choosing, failed, paid, transfer } from '../../../demo/gallery/views.ts'
import { html, openShop, widget } from '../../browser/widget/shop.ts'
import { median, report } from '../measure.ts'

const changes: readonly (readonly [name: string, view: CheckoutView, heading: string])[] = [
  ['preparing', { ...transfer, status: 'preparing', action: null }, 'Preparing your payment'],
  ['transfer', transfer, 'Send exactly this amount'],
  ['failed', failed, 'We haven’t received this payment'],
  ['transfer again', { ...transfer, attempts: 2 }, 'Send exactly this amount'],
  ['paid', paid, 'Paid'],
]
const cpuSlowdown = 4

/** The longest task over 50 ms on a change of state, with a CPU slowdown of 4. */
export async function longTasks(browser: Browser, rounds: number): Promise<void> {
  const longest = new Map<string, number[]>()
  for (let round = 0; round < rounds; round += 1) {
    const shop = await openShop()
    shop.respondWith(choosing)
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
    const page = await context.newPage()
    await page.goto(shop.page('/', html(widget)))
    const reached = (heading: string) =>
      page.waitForFunction(
        (labels) =>
          document.querySelector('pay-pane')?.shadowRoot?.querySelector('h2')?.textContent?.endsWith(labels),
        heading,
      )
    await reached('How would you like to pay?')
    await page.evaluate(() => {
      const tasks: number[] = []
      Reflect.set(window, 'tasks', tasks)
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) tasks.push(duration)
      }).observe({ type: 'longtask' })
    })
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
    for (const [name, view, heading] of changes) {
      shop.respondWith(view)
      await reached(heading)
      await page.waitForTimeout(700)
      const tasks = await page.evaluate((): number[] => Reflect.get(window, 'tasks').splice(0))
      longest.set(name, [...(longest.get(name) ?? []), Math.max(0, ...tasks)])
    }
    await context.close()
    await shop.close()
  }
  for (const [name, tasks] of longest) {
    const usual = median(tasks)
    const found = usual === 0 ? 'none' : `${usual} ms`
    const labels = `${found} (worst of ${rounds} rounds: ${Math.max(...tasks)} ms)`
    report(`task over 50 ms at ${cpuSlowdown}x, on a change to ${name}`, labels, 'none', usual === 0)
  }
}
