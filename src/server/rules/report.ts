import { z } from 'zod'
import { reasonOf } from './attempt/reason.ts'
import { isAbsent } from './attempt/transitions.ts'
import { isPaid } from './attempt/underpaid.ts'
import { isUnderpaid, paidAttempt } from './checkout/checkout.ts'
import { statusOf } from './checkout/view.ts'
import type { Attempt, Checkout, Entry } from './model.ts'
import { dayOf } from './time.ts'

/** What is counted together. `pipeline` and `method` are empty for orders: one order may use several. */
export const ReportKey = z.object({
  /** `2026-01-31`, UTC: when the order was opened or the attempt was started. */
  day: z.string(),
  unit: z.enum(['order', 'attempt']),
  pipeline: z.string(),
  method: z.string(),
  currency: z.string(),
})
export type ReportKey = z.infer<typeof ReportKey>

/** Counters by their name. */
export type Counts = Readonly<Record<string, number>>

/** What is added to the counters of a key. */
export interface ReportChange {
  key: ReportKey
  counts: Counts
}

/**
 * How a change of an entry changes the counters: they are always the sum of what is true of every stored entry, so they
 * follow a correction back and forth.
 */
export function reportChanges(before: Entry | null, after: Entry): ReportChange[] {
  const changes = new Map<string, ReportChange>()
  const add = (entry: Entry | null, sign: 1 | -1): void => {
    for (const { key, names } of factsOf(entry)) {
      const id = keyText(key)
      const counts = { ...changes.get(id)?.counts }
      for (const name of names) counts[name] = (counts[name] ?? 0) + sign
      changes.set(id, { key, counts })
    }
  }
  add(before, -1)
  add(after, 1)
  return [...changes.values()].flatMap(({ key, counts }) => {
    const changed = Object.entries(counts).filter(([, count]) => count !== 0)
    return changed.length === 0 ? [] : [{ key, counts: Object.fromEntries(changed) }]
  })
}

/** The same for the same key. */
export const keyText = ({ day, unit, pipeline, method, currency }: ReportKey): string =>
  JSON.stringify([day, unit, pipeline, method, currency])

/** The sum, by key, in the order of their texts. */
export function sumByKey(changes: Iterable<ReportChange>): ReportChange[] {
  const byKey = Map.groupBy(changes, ({ key }) => keyText(key))
  return [...byKey]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, [first, ...rest]]) =>
      first === undefined ? [] : [{ key: first.key, counts: sumCounts([first, ...rest]) }],
    )
}

export function sumCounts(changes: Iterable<{ counts: Counts }>): Counts {
  const sum: Record<string, number> = {}
  for (const { counts } of changes)
    for (const name in counts) sum[name] = (sum[name] ?? 0) + (counts[name] ?? 0)
  return sum
}

interface Facts {
  key: ReportKey
  /** The counters in which it counts as one. */
  names: readonly string[]
}

/** The names of what is true. */
const namesOf = (facts: Readonly<Record<string, boolean>>): string[] =>
  Object.keys(facts).filter((name) => facts[name])

/** Nothing in them is erased by retention, or depends on the clock. */
const factsOf = (entry: Entry | null): Facts[] =>
  entry?.kind === 'checkout'
    ? [orderFacts(entry), ...entry.attempts.map((attempt) => attemptFacts(entry, attempt))]
    : []

function orderFacts(checkout: Checkout): Facts {
  const { attempts, createdAt, amount } = checkout
  const paid = paidAttempt(checkout)
  const last = attempts.at(-1)
  const outcome = outcomeOf(checkout)
  const hour = new Date(createdAt).getUTCHours()
  return {
    key: { day: dayOf(createdAt), unit: 'order', pipeline: '', method: '', currency: amount.currency },
    names: [
      'count',
      `opened-at:${hour}`,
      ...namesOf({
        [`paid-at:${hour}`]: paid !== undefined,
        chosen: last !== undefined,
        shown: attempts.some(isShown),
        reportedSent: attempts.some(({ reportedSentAt }) => reportedSentAt !== null),
        claimed: attempts.some(({ claims }) => claims.length > 0),
      }),
      ...(outcome === null ? [] : [outcome]),
      ...(outcome === 'failed' && last !== undefined ? [`reason:${failureOf(last)}`] : []),
      ...(paid === undefined ? [] : paidNames(checkout, paid, createdAt)),
    ],
  }
}

function attemptFacts(checkout: Checkout, attempt: Attempt): Facts {
  const { firstSentAt, pipeline, method, amount, reportedSentAt, claims, underpaid } = attempt
  const isLast = attempt === checkout.attempts.at(-1)
  const failed = hasFailed(attempt)
  return {
    key: {
      day: dayOf(firstSentAt),
      unit: 'attempt',
      pipeline,
      method: method ?? '',
      currency: amount.currency,
    },
    names: [
      'count',
      'chosen',
      ...namesOf({
        shown: isShown(attempt),
        reportedSent: reportedSentAt !== null,
        claimed: claims.length > 0,
        short: underpaid,
        failed,
        expired: !failed && isLast && outcomeOf(checkout) === 'expired',
      }),
      ...(failed ? [`reason:${failureOf(attempt)}`] : []),
      ...(isPaid(attempt) ? ['paid', ...paidNames(checkout, attempt, firstSentAt)] : []),
    ],
  }
}

/** As the payer sees it; null while it is open. */
function outcomeOf(checkout: Checkout): 'paid' | 'short' | 'failed' | 'expired' | null {
  if (isUnderpaid(checkout) && paidAttempt(checkout) === undefined) return 'short'
  const status = statusOf(checkout, checkout.expired ? checkout.expiresAt : checkout.expiresAt - 1)
  if (status === 'succeeded') return 'paid'
  return status === 'failed' || status === 'expired' ? status : null
}

const hasFailed = (attempt: Attempt): boolean => {
  const { state, detailsLost, replacedAt, confirmedAbsent } = attempt
  if (state === 'placed') return detailsLost || replacedAt !== null
  return state === 'failed' || state === 'not_created' || (state === 'refused' && confirmedAbsent)
}

const failureOf = (attempt: Attempt): string =>
  attempt.state === 'not_created' && isAbsent(attempt) ? 'not-created' : reasonOf(attempt).key

const isShown = ({ payTo, profile, externalId }: Attempt): boolean =>
  payTo !== null || (profile === 'token' && externalId !== null)

/** `since`: from when the time to the payment counts. */
function paidNames({ expiresAt }: Checkout, { finalAt, corrected }: Attempt, since: number): string[] {
  const at = finalAt ?? since
  return [
    `seconds:${bucketOf((at - since) / 1000)}`,
    ...namesOf({ late: at >= expiresAt, corrected: corrected === true }),
  ]
}

/** Each bucket of the histogram ends a tenth above the one before; the first one ends here. */
const firstSeconds = 5
const lastBucket = 150

const bucketOf = (seconds: number): number =>
  Math.min(lastBucket, Math.ceil(Math.log(Math.max(1, seconds / firstSeconds)) / Math.log(1.1)))

/** The middle of the bucket that has the given share of all payments below it; null if there are none. */
export function secondsAt(counts: Counts, share: number): number | null {
  const buckets = Object.entries(counts)
    .flatMap(([name, count]): [number, number][] =>
      name.startsWith('seconds:') && count > 0 ? [[Number(name.slice('seconds:'.length)), count]] : [],
    )
    .sort(([a], [b]) => a - b)
  const total = buckets.reduce((sum, [, count]) => sum + count, 0)
  let below = 0
  for (const [bucket, count] of buckets) {
    below += count
    if (below >= total * share) return Math.round(firstSeconds * 1.1 ** (bucket - 0.5) * 10) / 10
  }
  return null
}
