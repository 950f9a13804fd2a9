import type { CheckoutView } from 'paypane/contract'
import type { Browser } from 'playwright-core'
import { median, report } from '../measure.ts'
import type { Site } from './site.ts'

const mounts = 500
const rounds = 5

/** The heap growth of a mount and unmount. */
export async function heap(
  browser: Browser,
  site: Site,
  createCheckout: () => Promise<CheckoutView>,
): Promise<void> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const html = '<!doctype html><title>Pay</title><main></main><script src="/paypane.js"></script>'
  await page.goto(site.put('/heap', 'text/html', html))
  const devtools = await context.newCDPSession(page)
  await devtools.send('Performance.enable')
  const view = await createCheckout()

  const round = () =>
    page.evaluate(
      async ({ initialView, times }) => {
        const { mount }: { mount: (container: string, options: object) => { unmount(): void } } = Reflect.get(
          window,
          'Paypane',
        )
        for (let iteration = 0; iteration < times; iteration += 1) {
          const widget = mount('main', {
            endpoint: '/pay',
            checkout: initialView.clientSecret ?? initialView.id,
            initialView,
          })
          if (iteration % 50 === 0) await new Promise(requestAnimationFrame)
          widget.unmount()
        }
        // Waits for aborted requests and pending paints.
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
  const growth: number[] = []
  for (let iteration = 0; iteration < rounds; iteration += 1) {
    const before = await used()
    await round()
    growth.push(((await used()) - before) / mounts)
  }
  await context.close()
  const each = median(growth)
  const labels = `${(each / 1000).toFixed(2)} kB (${growth.map((bytes) => (bytes / 1000).toFixed(2)).join(', ')})`
  report('heap left by a mount and unmount', labels, '≤ 0.3 kB', each <= 300)
}
