import type { CheckoutView } from 'paypane/contract'
import type { Browser, CDPSession } from 'playwright-core'
import { median, report } from '../measure.ts'
import type { Candidate } from './baselines.ts'
import { watchProbes } from './probes.ts'

const probes = ['number', 'code'] as const
type Milestone = (typeof probes)[number]
const labels = { number: 'payment details', code: 'QR code' }

/** How much of the hand-written page's time above a blank page may pass, by milestone. Not above 0: no later than blank. */
interface Targets {
  rendered: Record<Milestone, number>
  script: Record<Milestone, number>
  /** The time of Adyen Web in times of the script's. */
  adyen: number
}

const conditions: readonly {
  name: string
  targets: Targets
  apply(devtools: CDPSession): Promise<unknown>
}[] = [
  {
    name: '4x CPU slow-down',
    targets: { rendered: { number: 0.35, code: 0.4 }, script: { number: 1, code: 1 }, adyen: 2.5 },
    apply: (devtools) => devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 }),
  },
  {
    name: 'slow 4G',
    // The sizes decide here: the script-tag file may have 22 kB, and the page by hand has 9 kB.
    targets: { rendered: { number: 0, code: 0 }, script: { number: 1.75, code: 1.75 }, adyen: 4 },
    apply: (devtools) =>
      devtools.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 150,
        downloadThroughput: 1_600_000 / 8,
        uploadThroughput: 750_000 / 8,
      }),
  },
]

/** What is measured: those pages, and a page with an empty script. */
export interface FirstRenderPages {
  blank: Candidate
  handWritten: Candidate
  script: Candidate
  rendered: Candidate
  /** Null if it cannot be installed. */
  adyen: Candidate | null
}

/** The time from navigation to visible payment details, minus that of a blank page. The view is part of the page. */
export async function firstRender(
  browser: Browser,
  pages: FirstRenderPages,
  createCheckout: () => Promise<CheckoutView>,
  rounds: number,
  print: (line: string) => void,
): Promise<void> {
  const { blank, handWritten, script, rendered, adyen } = pages
  const candidates = [rendered, script, handWritten, ...(adyen === null ? [] : [adyen])]
  for (const { name, targets, apply } of conditions) {
    const measure = async (candidate: Candidate): Promise<Record<Milestone, number>> => {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
      const page = await context.newPage()
      await page.goto(await blank.page(await createCheckout()))
      const devtools = await context.newCDPSession(page)
      await devtools.send('Network.enable')
      await apply(devtools)
      const { number, code } = candidate.probes
      const reached = await watchProbes(page, { number, code })
      await page.goto(await candidate.page(await createCheckout()), { waitUntil: 'commit' })
      const times = {
        number: (await reached('number')).sinceNavigation,
        code: (await reached('code')).sinceNavigation,
      }
      await context.close()
      return times
    }
    const timesOf = new Map<Candidate, Record<Milestone, number[]>>(
      candidates.map((candidate) => [candidate, { number: [], code: [] }]),
    )
    for (const one of [blank, ...candidates]) await measure(one)
    const blanks: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      blanks.push((await measure(blank)).number)
      for (const candidate of candidates) {
        const times = await measure(candidate)
        for (const milestone of probes) timesOf.get(candidate)?.[milestone].push(times[milestone])
      }
    }
    const floor = median(blanks)
    print(`  ${name}: the script of a blank page has run after ${floor.toFixed(0)} ms`)
    for (const milestone of probes) {
      const above = (candidate: Candidate): number[] =>
        (timesOf.get(candidate)?.[milestone] ?? []).map((time) => time - floor)
      const label = `${name}, ${labels[milestone]}`
      for (const one of candidates) print(`    ${one.name}, ${labels[milestone]}: ${spread(above(one))}`)
      const byHand = median(above(handWritten))
      for (const [candidate, target] of [
        [rendered, targets.rendered[milestone]],
        [script, targets.script[milestone]],
      ] as const) {
        const share = median(above(candidate)) / byHand
        const value = `${share.toFixed(2)} times`
        report(`${label}: ${candidate.name}, to the page by hand`, value, `≤ ${target}`, share <= target)
      }
      if (adyen === null || milestone === 'code') continue
      const ahead = median(above(adyen)) / median(above(script))
      report(
        `${label}: ${script.name}, ahead of Adyen Web`,
        `${ahead.toFixed(1)} times`,
        `≥ ${targets.adyen}`,
        ahead >= targets.adyen,
      )
    }
  }
}

const spread = (times: readonly number[]): string =>
  `+${median(times).toFixed(0)} ms (${Math.min(...times).toFixed(0)} to ${Math.max(...times).toFixed(0)})`
