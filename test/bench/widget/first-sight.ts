import type { CheckoutView } from 'paypane/contract'
import type { Browser, CDPSession } from 'playwright-core'
import { median, report } from '../measure.ts'
import type { Contender } from './contenders.ts'
import { watch } from './watch.ts'

const conditions = [
  {
    name: '4x CPU slow-down',
    byHandAtMost: 1,
    adyenAtLeast: 2.5,
    impose: (devtools: CDPSession) => devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 }),
  },
  {
    name: 'slow 4G',
    byHandAtMost: 1.5,
    adyenAtLeast: 6,
    impose: (devtools: CDPSession) =>
      devtools.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 150,
        downloadThroughput: 1_600_000 / 8,
        uploadThroughput: 750_000 / 8,
      }),
  },
] as const
const sights = ['number', 'code'] as const
type Sight = (typeof sights)[number]
const words = { number: 'the numbers to pay to', code: 'the code as well' }

/** From navigation to the instructions on the screen, above a blank page, with the view in the page. */
export async function firstSight(
  browser: Browser,
  contenders: readonly Contender[],
  empty: Contender,
  open: () => Promise<CheckoutView>,
  turns: number,
  say: (line: string) => void,
): Promise<void> {
  for (const condition of conditions) {
    const measure = async (contender: Contender): Promise<Record<Sight, number>> => {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
      const page = await context.newPage()
      await page.goto(empty.page(await open()))
      const devtools = await context.newCDPSession(page)
      await devtools.send('Network.enable')
      await condition.impose(devtools)
      const { number, code } = contender.sights
      const seen = await watch(page, { number, code })
      await page.goto(contender.page(await open()), { waitUntil: 'commit' })
      const times = {
        number: (await seen('number')).sinceNavigation,
        code: (await seen('code')).sinceNavigation,
      }
      await context.close()
      return times
    }
    const since = new Map<string, Record<Sight, number[]>>(
      contenders.map(({ name }) => [name, { number: [], code: [] }]),
    )
    for (const one of [empty, ...contenders]) await measure(one)
    const blanks: number[] = []
    for (let turn = 0; turn < turns; turn += 1) {
      blanks.push((await measure(empty)).number)
      for (const contender of contenders) {
        const times = await measure(contender)
        for (const sight of sights) since.get(contender.name)?.[sight].push(times[sight])
      }
    }
    const floor = median(blanks)
    say(`  ${condition.name}: a blank page is there after ${floor.toFixed(0)} ms`)
    for (const sight of sights) {
      const above = (name: string): number[] => (since.get(name)?.[sight] ?? []).map((time) => time - floor)
      for (const { name } of contenders) say(`    ${name}, ${words[sight]}: ${spread(above(name))}`)
      const ours = median(above('paypane'))
      const byHand = ours / median(above('by hand'))
      const ahead = since.has('Adyen Web') ? median(above('Adyen Web')) / ours : null
      if (sight === 'code') {
        // It comes with a file of its own after the script's, so that the targets are not for it.
        const beside = ahead === null ? '' : `, ${ahead.toFixed(1)} times ahead of Adyen Web`
        say(`    ${words.code}: ${byHand.toFixed(2)} times the page by hand${beside}`)
        continue
      }
      const what = `${condition.name}, ${words[sight]}`
      const { byHandAtMost, adyenAtLeast } = condition
      report(
        `${what}, to the page by hand`,
        `${byHand.toFixed(2)} times`,
        `≤ ${byHandAtMost.toFixed(1)}`,
        byHand <= byHandAtMost,
      )
      if (ahead === null) continue
      report(
        `${what}, ahead of Adyen Web`,
        `${ahead.toFixed(1)} times`,
        `≥ ${adyenAtLeast}`,
        ahead >= adyenAtLeast,
      )
    }
  }
}

const spread = (times: readonly number[]): string =>
  `+${median(times).toFixed(0)} ms (${Math.min(...times).toFixed(0)} to ${Math.max(...times).toFixed(0)})`
