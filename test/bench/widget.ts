import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CheckoutView } from 'paypane/contract'
import { generateSealKey } from 'paypane/server'
import { launchChromium } from '../browser/chromium.ts'
import { bundleHtml } from '../support/bundle-html.ts'
import { start } from '../support/processes.ts'
import { report } from './measure.ts'
import { pages } from './server/pages.ts'
import { createAdyenService } from './widget/adyen-service.ts'
import { adyen, blank, handWritten, paypane, rendered } from './widget/baselines.ts'
import { bundleSize, htmlSize } from './widget/bundle-size.ts'
import { firstRender } from './widget/first-render.ts'
import { heap } from './widget/heap.ts'
import { interactions } from './widget/interactions.ts'
import { longTasks } from './widget/long-tasks.ts'
import { createMerchant } from './widget/merchant.ts'
import { sharedLink } from './widget/shared-link.ts'
import { openSite } from './widget/site.ts'
import { widgetStart } from './widget/start.ts'
import { pendingRequests, updateLatency } from './widget/update-latency.ts'

/**
 * `npm run bench widget`: the widget in a real Chromium, compared with a hand-written page and Adyen Web's Pix QR, in
 * alternating rounds of one run. `TURNS` sets the number of rounds.
 */
const rounds = Number(process.env['TURNS'] ?? 11)
const print = (line: string): void => void process.stdout.write(`${line}\n`)

const folder = await mkdtemp(join(tmpdir(), 'paypane-bench-'))
const bundle = await bundleHtml(folder)
const html: typeof import('paypane/server/html') = await import(bundle)
const merchant = createMerchant(html.hostedPages({ name: 'Shop' }))
const adyenService = createAdyenService()
const site = await openSite({ '/pay/': merchant.listener, '/adyen/': adyenService.listener })
const browser = await launchChromium()
const { createCheckout } = merchant
try {
  const script = await paypane(site)
  const byServer = rendered(site, html.renderWidget)
  const byHand = await handWritten(site)
  const ofAdyen = await adyen(site, print)
  const candidates = [script, byHand, ...(ofAdyen === null ? [] : [ofAdyen])]
  const markPaid = async (view: CheckoutView): Promise<void> => {
    adyenService.markPaid(view.id)
    await merchant.sendCallback(view)
  }
  bundleSize(candidates, print)
  htmlSize(await html.renderWidget(await createCheckout(), { endpoint: '/pay', formAction: '/pay/o/1042' }))
  const rendering = { blank: blank(site), rendered: byServer, script, handWritten: byHand, adyen: ofAdyen }
  await firstRender(browser, rendering, createCheckout, rounds, print)
  await widgetStart(browser, [byServer, script], createCheckout, rounds)
  await updateLatency(browser, candidates, { createCheckout, markPaid }, print)
  const link = ({ order }: CheckoutView): string => `${site.url}/pay/o/${order}`
  await sharedLink(browser, { createCheckout, link, markPaid })
  await pendingRequests(browser, candidates, site, createCheckout, print)
  await heap(browser, site, createCheckout)
  await longTasks(browser, rounds)
  await interactions(browser, rounds)
} finally {
  await browser.close()
  await site.close()
  await merchant.close()
}
await pageRate()
await rm(folder, { recursive: true })

/** The server, its client and the baseline have a process each. */
async function pageRate(): Promise<void> {
  const orderSecret = generateSealKey()
  const service = await start('test/bench/server/service.ts', {})
  const baseline = await start('test/bench/server/baseline.ts', {})
  const server = await start('test/bench/server/merchant.ts', {
    DATABASE: join(folder, 'pages.db'),
    SEAL_KEY: generateSealKey(),
    SERVICE: service.url,
    PAGES: bundle,
    ORDER_SECRET: orderSecret,
  })
  try {
    for (const { label, value, target, reached } of await pages(server.url, baseline.url, orderSecret)) {
      if (reached === null) print(`    ${label}: ${value}`)
      else report(label, value, target, reached)
    }
  } finally {
    for (const running of [server, baseline, service]) await running.kill()
  }
}
