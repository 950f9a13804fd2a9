import type { CheckoutView } from 'paypane/contract'
import type { Browser } from 'playwright-core'
import { median, report } from '../measure.ts'
import type { Site } from './site.ts'

const mounts = 500
const rounds = 5

/** What a mount and its unmount leave in the browser's memory. */
export async function heap(browser: Browser, site: Site, open: () => Promise<CheckoutView>): Promise<void> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const html = '<!doctype html><title>Pay</title><main></main><script src="/paypane.js"></script>'
  await page.goto(site.put('/heap', 'text/html', html))
  const devtools = await context.newCDPSession(page)
  await devtools.send('Performance.enable')
  const view = await open()

  const round = () =>
    page.evaluate(
      async ({ initialView, times }) => {
        const { mount }: { mount: (place: string, options: object) => { unmount(): void } } = Reflect.get(
          window,
          'Paypane',
        )
        for (let turn = 0; turn < times; turn += 1) {
          const pane = mount('main', { endpoint: '/pay', checkout: initialView.id, initialView })
          if (turn % 50 === 0) await new Promise(requestAnimationFrame)
          pane.unmount()
        }
        // Requests that were given up, and painting that began, come to their end.
        await new Promise((resolve) => setTimeout(resolve, 500))
      },
      { initialView: view, times: mounts },
    )
  const used = async (): Promise<number> => {
    await devtools.send('HeapProfiler.collectGarbage')
    await devtools.send('HeapProfiler.collectGarbage')
    const { metrics } = await devtools.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN
  }

  await round()
  const grown: number[] = []
  for (let turn = 0; turn < rounds; turn += 1) {
    const before = await used()
    await round()
    grown.push(((await used()) - before) / mounts)
  }
  await context.close()
  const each = median(grown)
  const words = `${(each / 1000).toFixed(2)} kB (${grown.map((bytes) => (bytes / 1000).toFixed(2)).join(', ')})`
  report('heap left by a mount and unmount', words, '≤ 0.3 kB', each <= 300)
}
