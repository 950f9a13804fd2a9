import { measureMs, percentile } from '../measure.ts'
import type { Row } from '../server/table.ts'
import type { Database } from './database.ts'
import { reportDays } from './fill.ts'
import { openShop, type Shop } from './shop.ts'

/** How many orders each round creates, follows and pays. */
const ordersPerRound = 20

type Created = Awaited<ReturnType<Shop['create']>>

interface RoundState {
  created: Created[]
  /** When the benchmark began. */
  since: string
}

/** A step of a round: an operation, done several times. Returns the milliseconds of each. */
type Step = [name: string, run: (shop: Shop, state: RoundState) => Promise<number[]>]

async function eachMs<T>(items: readonly T[], call: (item: T) => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (const item of items) times.push(await measureMs(() => call(item)))
  return times
}

const repeat = (times: number, call: () => Promise<unknown>): Promise<number[]> =>
  eachMs(Array.from({ length: times }), call)

const list = (name: string, path: string): Step => [name, (shop) => repeat(10, () => shop.admin(path))]

const steps: readonly Step[] = [
  ['create', (shop, { created }) => repeat(ordersPerRound, async () => created.push(await shop.create()))],
  ['read', (shop, { created }) => eachMs([...created, ...created], (checkout) => shop.read(checkout))],
  [
    '20 lookups of pending orders',
    (shop) => {
      // A payer who is on the page is looked up every three seconds.
      shop.advance(4000)
      return repeat(1, () => shop.work())
    },
  ],
  ['callback', (shop, { created }) => eachMs(created, (checkout) => shop.pay(checkout))],
  ['due work of 20 callbacks', (shop) => repeat(1, () => shop.work())],
  ['a pass with nothing due', (shop) => repeat(10, () => shop.work())],
  list('list', '/checkouts'),
  list('list by a rare status', '/checkouts?status=failed'),
  list('list of open reviews', '/checkouts?needsReview=true'),
  list('list of failing events', '/events?status=failing'),
  list('list of events of a rare type', '/events?type=checkout.failed'),
  list('list of unmatched callbacks', '/callbacks/unmatched'),
  ['search by order', (shop) => repeat(10, () => shop.admin(`/checkouts?search=${shop.knownOrder}`))],
  [
    'export of the day',
    (shop, { since }) => repeat(1, () => shop.admin(`/export?what=checkouts&since=${since}`)),
  ],
  ['metrics', (shop) => repeat(10, () => shop.stats())],
]

/**
 * The lower quartile of each operation beside as many paid orders as each database has, as a ratio to the first, which is empty. The
 * databases take turns in every round, so that what else the machine does slows all of them.
 */
export async function flat(
  label: string,
  databases: readonly { orders: number; database: Database }[],
  rounds: number,
): Promise<Row[]> {
  const since = new Date().toISOString()
  const shops = await Promise.all(databases.map(({ database }) => openShop(database)))
  const times = steps.map(() => shops.map((): number[] => []))
  const cpuMs = steps.map(() => 0)
  for (let round = -3; round < rounds; round += 1) {
    const states = shops.map((): RoundState => ({ created: [], since }))
    for (const [at, [, run]] of steps.entries()) {
      const turn = shops.map((shop, index) => ({ shop, index }))
      if (round % 2 === 0) turn.reverse()
      for (const { shop, index } of turn) {
        const state = states[index]
        if (state === undefined) continue
        const cpuBefore = process.cpuUsage()
        const measured = await run(shop, state)
        const { user, system } = process.cpuUsage(cpuBefore)
        // The first rounds warm up, and leave more than a page to list.
        if (round < 0) continue
        times[at]?.[index]?.push(...measured)
        if (index === 0) cpuMs[at] = (cpuMs[at] ?? 0) + (user + system) / 1000
      }
    }
  }
  const reports = []
  const from = new Date(Date.now() - (reportDays - 1) * 86_400_000).toISOString().slice(0, 10)
  for (const [index, shop] of shops.entries()) {
    const ms = await repeat(rounds + 5, () => shop.admin(`/report?from=${from}`))
    reports.push({ orders: databases[index]?.orders, ms: percentile(ms.slice(5), 0.5) })
  }
  for (const shop of shops) await shop.close()
  const reportRow: Row = {
    label: `${label}, report of ${reportDays} days`,
    value: reports.map(({ orders, ms }) => `${orders}: ${ms.toFixed(1)} ms`).join(', '),
    target: '≤ 50 ms each',
    reached: reports.every(({ ms }) => ms <= 50),
  }
  const flatRows = steps.map(([name], at) => {
    const [empty = Number.NaN, ...filled] = (times[at] ?? []).map((ms) => percentile(ms, 0.25))
    const ratios = filled.map((ms) => ms / empty)
    const cpu = (cpuMs[at] ?? 0) / (times[at]?.[0]?.length ?? 0)
    return {
      label: `${label}, ${name}`,
      value: `${ratios.map((ratio) => ratio.toFixed(2)).join('  ')} × ${empty.toFixed(2)} ms; CPU ${cpu.toFixed(2)} ms`,
      target: '≤ 1.5 each',
      reached: Math.max(...ratios) <= 1.5,
    }
  })
  return [...flatRows, reportRow]
}
