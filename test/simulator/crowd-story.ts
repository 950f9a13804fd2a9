import { statusOf } from '../../src/server/rules/checkout/view.ts'
import type { Checkout } from '../../src/server/rules/model.ts'
import type { Fact } from './fact.ts'
import { type Harm, harmOf } from './harms.ts'
import type { World } from './world.ts'

export type Dot =
  | 'waiting'
  | 'open'
  | 'payable'
  | 'sent'
  | 'paid'
  | 'short'
  | 'failed'
  | 'expired'
  | 'review'
  | Harm

/** One line of an order's story. `at`: virtual milliseconds since the start. */
export interface Line {
  at: number
  payer: number
  text: string
  /** Something went wrong, or was put right. */
  tone?: 'fault' | 'good'
}

export interface Violation {
  at: number
  harm: Harm | 'other'
  payer: number | null
  rule: string
}

export type Counts = Record<'lostCallbacks' | 'kills' | 'requests' | 'lookups' | 'checks', number>

/** What has happened since the step before. */
export interface StoryStep {
  at: number
  dots: { payer: number; dot: Dot }[]
  lines: Line[]
  violations: Violation[]
  counts: Counts
}

/** A lookup this long ago has found what is stored now. */
const recentMs = 2000

const nameOf = (server: string): string => `Server ${server}`

export type Story = ReturnType<typeof createStory>

/** Collects what happens to the payer of each of these orders. */
export function createStory(orders: readonly string[]) {
  const payerOf = new Map(orders.map((order, index) => [order, index]))
  const checkouts = new Map<number, Checkout>()
  const dots = new Map<number, Dot>()
  const harms = new Map<number, Harm>()
  const sent = new Set<number>()
  const known = new Set<string>()
  const lastLookup = new Map<number, { server: string; at: number }>()
  const lines: Line[] = []
  const violations: Violation[] = []
  const counts: Counts = { lostCallbacks: 0, kills: 0, requests: 0, lookups: 0, checks: 0 }
  let changed = new Map<number, Dot>()
  let world: World | undefined
  let startedAt = 0
  let isOver = false
  let ruleCount = 0
  const now = (): number => (world?.scheduler.now() ?? 0) - startedAt

  function add(subject: string, text: string, tone?: Line['tone']): void {
    const payer = payerOf.get(subject)
    if (payer === undefined) return
    lines.push({ at: now(), payer, text, ...(tone === undefined ? {} : { tone }) })
  }

  function stored(entry: Checkout, server: string): void {
    const payer = payerOf.get(entry.order)
    if (payer === undefined) return
    const before = checkouts.get(payer)
    checkouts.set(payer, entry)
    for (const id of [entry.id, ...entry.attempts.flatMap(idsOf)]) payerOf.set(id, payer)
    const by = nameOf(server)
    const lookup = lastLookup.get(payer)
    for (const [index, attempt] of entry.attempts.entries()) {
      const earlier = before?.attempts[index]
      const isFound = earlier?.state !== attempt.state && attempt.state === 'succeeded'
      if (isFound && lookup !== undefined && now() - lookup.at < recentMs)
        add(entry.order, `${nameOf(lookup.server)} looks it up at the service: the money is there`, 'good')
      const is = describeState(attempt.state, attempt.underpaid)
      if (earlier?.state !== attempt.state || earlier.underpaid !== attempt.underpaid)
        add(entry.order, `${by} stores: ${is}`, attempt.state === 'succeeded' ? 'good' : undefined)
      if ((earlier?.review ?? null) === null && attempt.review !== null)
        add(entry.order, `${by} hands it to an operator (${attempt.review.reason})`)
    }
    if (before?.expired === false && entry.expired) add(entry.order, `${by} stores: the time to pay is over`)
  }

  /** Once for each payer and harm: others follow from the first, also again at each check. */
  function report(payer: number | null, harm: Violation['harm'], rule: string): void {
    const key = payer === null ? rule : `${harm} ${payer}`
    if (known.has(key)) return
    known.add(key)
    violations.push({ at: now(), harm, payer, rule })
    if (payer === null || harm === 'other') return
    harms.set(payer, harm)
    add(orders[payer] ?? '', `Rule broken: ${rule.slice(0, 200)}`, 'fault')
  }
  const currentDot = (payer: number, checkout: Checkout): Dot =>
    harms.get(payer) ?? dotOf(checkout, sent.has(payer), world?.scheduler.now() ?? 0)

  return {
    counts,
    say: add,
    /** What follows is the end of the simulation itself. A payment that the shop does not know of by now is lost. */
    end(): void {
      isOver = true
      for (const [payer, checkout] of checkouts)
        if (currentDot(payer, checkout) === 'sent')
          report(payer, 'lost', 'the money is at the service, and the shop does not know it')
    },
    /** The payer's money is at the service. */
    onMoney: (order: string): unknown => sent.add(payerOf.get(order) ?? -1),
    start(started: World): void {
      world = started
      startedAt = started.scheduler.now()
    },
    observe(fact: Fact): void {
      switch (fact.type) {
        case 'stored':
          if (fact.entry.kind === 'checkout') stored(fact.entry, fact.server)
          break
        case 'event':
          add(fact.subject, `The shop receives ${fact.event}`, 'good')
          break
        case 'shown':
          add(fact.subject, `The page shows “${fact.status}”`)
          break
        case 'callback':
          if (fact.fate === 'lost') counts.lostCallbacks += 1
          add(
            fact.subject,
            `A callback (${fact.status}) is ${fact.fate}`,
            fact.fate === 'received' ? undefined : 'fault',
          )
          break
        case 'create':
          counts.requests += 1
          add(fact.subject, ...answered(`${nameOf(fact.server)} requests an order`, fact.status))
          break
        case 'lookup':
          counts.lookups += 1
          lastLookup.set(payerOf.get(fact.subject) ?? -1, { server: fact.server, at: now() })
          if (fact.status === null)
            add(fact.subject, ...answered(`${nameOf(fact.server)} looks it up`, fact.status))
          break
        case 'interrupted':
          add(fact.subject, `${nameOf(fact.server)} is killed while it answers the page`, 'fault')
          break
        case 'stopped':
          if (!isOver) counts.kills += 1
          break
      }
    },
    onViolation(message: string): void {
      // Each message repeats all of the ones before.
      const rules = message.split('\n').slice(ruleCount)
      ruleCount += rules.length
      for (const rule of rules) {
        const payer = [...payerOf].find(([id]) => id.length > 12 && rule.includes(id))?.[1] ?? null
        report(payer, harmOf(rule), rule)
      }
    },
    takeStep(): StoryStep {
      for (const [payer, checkout] of checkouts) {
        const dot = currentDot(payer, checkout)
        if (dots.get(payer) === dot) continue
        dots.set(payer, dot)
        changed.set(payer, dot)
      }
      const taken = [...changed].map(([payer, dot]) => ({ payer, dot }))
      changed = new Map()
      return {
        at: now(),
        dots: taken,
        lines: lines.splice(0),
        violations: violations.splice(0),
        counts: { ...counts },
      }
    },
  }
}

const idsOf = ({ externalTransactionId, externalId }: Checkout['attempts'][number]): string[] =>
  externalId === null ? [externalTransactionId] : [externalTransactionId, externalId]

const answered = (text: string, status: number | null): [string, Line['tone']] =>
  status === null ? [`${text}: no answer in time`, 'fault'] : [`${text}: ${status}`, undefined]

function describeState(state: Checkout['attempts'][number]['state'], isShort: boolean): string {
  switch (state) {
    case 'sending':
      return 'an order will be requested'
    case 'unknown':
      return 'it is unknown whether the order exists'
    case 'placed':
      return 'the order exists and can be paid'
    case 'succeeded':
      return isShort ? 'less was paid than was asked for' : 'paid'
    case 'failed':
      return 'failed'
    case 'refused':
      return 'the service refused the order'
    case 'not_created':
      return 'there is no such order'
  }
}

function dotOf(checkout: Checkout, isSent: boolean, at: number): Dot {
  const status = statusOf(checkout, at)
  if (status === 'succeeded') return 'paid'
  if (checkout.attempts.some(({ underpaid }) => underpaid)) return 'short'
  if (isSent) return 'sent'
  if (checkout.attempts.some(({ review }) => review !== null && review.resolved === null)) return 'review'
  if (status === 'pending') return 'payable'
  return status === 'failed' || status === 'expired' ? status : 'open'
}
