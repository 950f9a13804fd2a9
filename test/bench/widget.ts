import type { CheckoutView } from 'paypane/contract'
import { launchChromium } from '../browser/chromium.ts'
import { createAdyenService } from './widget/adyen-service.ts'
import { adyen, blank, handWritten, paypane } from './widget/baselines.ts'
import { bundleSize } from './widget/bundle-size.ts'
import { firstRender } from './widget/first-render.ts'
import { heap } from './widget/heap.ts'
import { longTasks } from './widget/long-tasks.ts'
import { createMerchant } from './widget/merchant.ts'
import { openSite } from './widget/site.ts'
import { pendingRequests, updateLatency } from './widget/update-latency.ts'

/**
 * `npm run bench widget`: the widget in a real Chromium, compared with a hand-written page and Adyen Web's Pix QR, in
 * alternating rounds of one run. `TURNS` sets the number of rounds.
 */
const rounds = Number(process.env['TURNS'] ?? 11)
const print = (line: string): void => void process.stdout.write(`${line}\n`)

const merchant = createMerchant()
const adyenService = createAdyenService()
const site = await openSite({ '/pay/': merchant.listener, '/adyen/': adyenService.listener })
const browser = await launchChromium()
try {
  const candidatesOrNull = [await paypane(site), await handWritten(site), await adyen(site, print)]
  const candidates = candidatesOrNull.filter((one) => one !== null)
  const markPaid = async (view: CheckoutView): Promise<void> => {
    adyenService.markPaid(view.id)
    await merchant.sendCallback(view)
  }
  await bundleSize(candidates, print)
  await firstRender(browser, candidates, blank(site), merchant.createCheckout, rounds, print)
  await updateLatency(browser, candidates, { createCheckout: merchant.createCheckout, markPaid }, print)
  await pendingRequests(browser, candidates, site, merchant.createCheckout, print)
  await heap(browser, site, merchant.createCheckout)
  await longTasks(browser, rounds)
} finally {
  await browser.close()
  await site.close()
  await merchant.close()
}
