import type { CheckoutView } from 'paypane/contract'
import type { Browser, CDPSession } from 'playwright-core'
import { median, report } from '../measure.ts'
import type { Candidate } from './baselines.ts'
import { watchProbes } from './probes.ts'

const conditions = [
  {
    name: '4x CPU slow-down',
    maxHandWrittenRatio: 1,
    minAdyenRatio: 2.5,
    apply: (devtools: CDPSession) => devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 }),
  },
  {
    name: 'slow 4G',
    maxHandWrittenRatio: 1.5,
    minAdyenRatio: 6,
    apply: (devtools: CDPSession) =>
      devtools.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 150,
        downloadThroughput: 1_600_000 / 8,
        uploadThroughput: 750_000 / 8,
      }),
  },
] as const
const probes = ['number', 'code'] as const
type Milestone = (typeof probes)[number]
const labels = { number: 'payment details', code: 'QR code' }

/** The time from navigation to visible payment details, minus that of a blank page. The view is part of the page. */
export async function firstRender(
  browser: Browser,
  candidates: readonly Candidate[],
  empty: Candidate,
  createCheckout: () => Promise<CheckoutView>,
  rounds: number,
  print: (line: string) => void,
): Promise<void> {
  for (const condition of conditions) {
    const measure = async (candidate: Candidate): Promise<Record<Milestone, number>> => {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
      const page = await context.newPage()
      await page.goto(empty.page(await createCheckout()))
      const devtools = await context.newCDPSession(page)
      await devtools.send('Network.enable')
      await condition.apply(devtools)
      const { number, code } = candidate.probes
      const reached = await watchProbes(page, { number, code })
      await page.goto(candidate.page(await createCheckout()), { waitUntil: 'commit' })
      const times = {
        number: (await reached('number')).sinceNavigation,
        code: (await reached('code')).sinceNavigation,
      }
      await context.close()
      return times
    }
    const timesByName = new Map<string, Record<Milestone, number[]>>(
      candidates.map(({ name }) => [name, { number: [], code: [] }]),
    )
    for (const one of [empty, ...candidates]) await measure(one)
    const blanks: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      blanks.push((await measure(empty)).number)
      for (const candidate of candidates) {
        const times = await measure(candidate)
        for (const milestone of probes) timesByName.get(candidate.name)?.[milestone].push(times[milestone])
      }
    }
    const floor = median(blanks)
    print(`  ${condition.name}: a blank page is loaded after ${floor.toFixed(0)} ms`)
    for (const milestone of probes) {
      const above = (name: string): number[] =>
        (timesByName.get(name)?.[milestone] ?? []).map((time) => time - floor)
      for (const { name } of candidates) print(`    ${name}, ${labels[milestone]}: ${spread(above(name))}`)
      const ours = median(above('paypane'))
      const handWritten = ours / median(above('by hand'))
      const ahead = timesByName.has('Adyen Web') ? median(above('Adyen Web')) / ours : null
      if (milestone === 'code') {
        // The encoder is a second file, so the targets do not apply.
        const candidatesOrNull = ahead === null ? '' : `, ${ahead.toFixed(1)} times ahead of Adyen Web`
        print(`    ${labels.code}: ${handWritten.toFixed(2)} times the hand-written page${candidatesOrNull}`)
        continue
      }
      const label = `${condition.name}, ${labels[milestone]}`
      const { maxHandWrittenRatio, minAdyenRatio } = condition
      report(
        `${label}, to the hand-written page`,
        `${handWritten.toFixed(2)} times`,
        `≤ ${maxHandWrittenRatio.toFixed(1)}`,
        handWritten <= maxHandWrittenRatio,
      )
      if (ahead === null) continue
      report(
        `${label}, ahead of Adyen Web`,
        `${ahead.toFixed(1)} times`,
        `≥ ${minAdyenRatio}`,
        ahead >= minAdyenRatio,
      )
    }
  }
}

const spread = (times: readonly number[]): string =>
  `+${median(times).toFixed(0)} ms (${Math.min(...times).toFixed(0)} to ${Math.max(...times).toFixed(0)})`
