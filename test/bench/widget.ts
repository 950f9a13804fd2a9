import type { CheckoutView } from 'paypane/contract'
import { launchChromium } from '../browser/chromium.ts'
import { createAdyenService } from './widget/adyen-service.ts'
import { adyen, blank, byHand, paypane } from './widget/contenders.ts'
import { firstSight } from './widget/first-sight.ts'
import { heap } from './widget/heap.ts'
import { longTasks } from './widget/long-tasks.ts'
import { createMerchant } from './widget/merchant.ts'
import { news, pendingMinutes } from './widget/news.ts'
import { openSite } from './widget/site.ts'
import { weight } from './widget/weight.ts'

/**
 * `npm run bench widget`: the pane in a real Chromium, beside a page written by hand and beside Adyen Web's Pix QR, all
 * in one run and in turns, so that only ratios and what a payer feels are told. `TURNS` changes how many.
 */
const turns = Number(process.env['TURNS'] ?? 11)
const say = (line: string): void => void process.stdout.write(`${line}\n`)

const merchant = createMerchant()
const adyenService = createAdyenService()
const site = await openSite({ '/pay/': merchant.listener, '/adyen/': adyenService.listener })
const browser = await launchChromium()
try {
  const beside = [await paypane(site), await byHand(site), await adyen(site, say)]
  const contenders = beside.filter((one) => one !== null)
  const settle = async (view: CheckoutView): Promise<void> => {
    adyenService.settle(view.id)
    await merchant.callBack(view)
  }
  await weight(contenders, say)
  await firstSight(browser, contenders, blank(site), merchant.open, turns, say)
  await news(browser, contenders, { open: merchant.open, settle }, say)
  await pendingMinutes(browser, contenders, site, merchant.open, say)
  await heap(browser, site, merchant.open)
  await longTasks(browser, turns)
} finally {
  await browser.close()
  await site.close()
  await merchant.close()
}
