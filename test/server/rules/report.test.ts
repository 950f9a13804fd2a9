import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AttemptUpdate } from '../../../src/server/rules/attempt/attempt.ts'
import { expire, reportSent, withAttempt } from '../../../src/server/rules/checkout/checkout.ts'
import { claim } from '../../../src/server/rules/claim.ts'
import { applyUpdateToEntry } from '../../../src/server/rules/entry.ts'
import { erase } from '../../../src/server/rules/erase.ts'
import type { Attempt, Checkout, Entry } from '../../../src/server/rules/model.ts'
import {
  keyText,
  type ReportChange,
  ReportKey,
  reportChanges,
  secondsAt,
  sumByKey,
} from '../../../src/server/rules/report.ts'
import { attempt, checkout, payout, serviceRefusal } from '../store/fixtures.ts'
import { policy } from './policy.ts'

const payTo = { destination: '••••1234', recipient: 'N. Tkach', bank: null }
const updates = (n: number): Record<string, AttemptUpdate> => ({
  placed: {
    ...{ type: 'create_placed', sendNumber: 1, externalId: `e${n}`, status: 'Created' },
    ...{ paymentDetails: 'sealed', payTo, codeMismatch: null },
  },
  lost: {
    ...{ type: 'create_placed', sendNumber: 1, externalId: `e${n}`, status: 'Created' },
    ...{ paymentDetails: null, payTo: null, codeMismatch: null },
  },
  unknown: { type: 'create_unknown', sendNumber: 1, cause: 'timeout', knownToExist: false },
  discarded: { type: 'discarded' },
  paid: { type: 'callback_received', externalId: `e${n}`, status: 'Success', amount: '1250.00' },
  short: { type: 'callback_received', externalId: `e${n}`, status: 'Success', amount: '1.00' },
  failed: { type: 'callback_received', externalId: `e${n}`, status: 'Failed', amount: '1250.00' },
})
const acts = ['attempt', 'sent', 'claim', 'expire', ...Object.keys(updates(1))] as const
const steps = fc.array(
  fc.record({ act: fc.constantFrom(...acts), back: fc.nat({ max: 2 }), ms: fc.nat({ max: 40_000_000 }) }),
  { maxLength: 25 },
)

function apply(entry: Entry, { act, back }: { act: string; back: number }, at: number): Entry {
  if (entry.kind !== 'checkout') return entry
  const n = Math.max(1, entry.attempts.length - back)
  if (act === 'attempt') {
    const state = { state: 'sending', body: 'sealed', firstSentAt: at, sentAt: at } as const
    return withAttempt(entry, attempt({ n: entry.attempts.length + 1, ...state }), policy)
  }
  if (act === 'sent') return reportSent(entry, n, true, at) ?? entry
  if (act === 'claim')
    return claim(entry, n, { number: `C${at}`, content: null, receipts: [] }, at, policy) ?? entry
  if (act === 'expire') return expire({ ...entry, expiresAt: Math.min(entry.expiresAt, at) })
  const update = updates(n)[act]
  return update === undefined
    ? entry
    : applyUpdateToEntry(entry, n, update, { at, jitter: 0.5 }, { ...policy, confirmFinal: false })
}

test('counters that follow every change equal what is counted at the end, and retention takes nothing from them', () => {
  fc.assert(
    fc.property(steps, (history) => {
      let entry: Entry = checkout({ expired: false })
      let at = entry.createdAt
      const changes = reportChanges(null, entry)
      for (const step of history) {
        at += step.ms
        const next = apply(entry, step, at)
        changes.push(...reportChanges(entry, next))
        entry = next
      }
      changes.push(...reportChanges(entry, erase(entry, at)))
      const counted = sumByKey(changes).map(({ key, counts }) => [
        keyText(key),
        Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0)),
      ])
      const expected = sumByKey(reportChanges(null, entry)).map(({ key, counts }) => [keyText(key), counts])
      expect(Object.fromEntries(counted)).toEqual(Object.fromEntries(expected))
    }),
  )
})

test('changes are summed by key, in the order of the keys, so that no two processes wait for each other', () => {
  const change = (day: string, unit: ReportKey['unit'], counts: ReportChange['counts']): ReportChange => ({
    key: { day, unit, pipeline: '', method: '', currency: 'UAH' },
    counts,
  })
  const later = change('2026-02-01', 'attempt', { count: 1 })
  const order = change('2026-01-31', 'order', { count: 1, paid: 1 })
  const attempted = change('2026-01-31', 'attempt', { count: 2 })
  const corrected = change('2026-01-31', 'order', { paid: -1, failed: 1 })
  const sums = [
    attempted,
    change('2026-01-31', 'order', { count: 1, paid: 0, failed: 1 }),
    change('2026-02-01', 'attempt', { count: 1 }),
  ]
  expect(sumByKey([later, order, attempted, corrected])).toEqual(sums)
  expect(sumByKey([attempted, order, corrected, later])).toEqual(sums)
  expect(sumByKey([])).toEqual([])
})

test('a key is read as it was stored', () => {
  const key = { day: '2026-01-31', pipeline: 'p2p', method: 'transfer', currency: 'UAH' }
  for (const unit of ['order', 'attempt']) expect(ReportKey.parse({ ...key, unit })).toEqual({ ...key, unit })
  expect(ReportKey.safeParse({ ...key, unit: 'payout' }).success).toBe(false)
})

test.each([
  [[4], 0.5, 4.8],
  [[60], 0.5, 60],
  [[10, 20, 30, 40, 50, 60, 70, 80, 90, 3600], 0.5, 50],
  [[10, 20, 30, 40, 50, 60, 70, 80, 90, 3600], 0.9, 90],
  [[30 * 86_400], 0.9, 30 * 86_400],
])('of payments after %j seconds the share %d was paid after %d, to 5 %%', (seconds, share, expected) => {
  const paidAfter = (s: number): Entry =>
    checkout({
      attempts: [attempt({ state: 'succeeded', reported: '1250.00', finalAt: 1000 + s * 1000 })],
    })
  const [orders] = sumByKey(seconds.flatMap((s) => reportChanges(null, paidAfter(s)))).filter(
    ({ key }) => key.unit === 'order',
  )
  const found = secondsAt(orders?.counts ?? {}, share) ?? 0
  expect(Math.abs(found - expected) / expected).toBeLessThan(0.05)
})

describe('an order counts', () => {
  const hour = 3_600_000
  /** Opened at seven, and open for an hour. */
  const createdAt = 7 * hour
  const open = { createdAt, expiresAt: 8 * hour, expired: false, amount: { value: '5', currency: 'UAH' } }
  const sent = { firstSentAt: createdAt + 1000, amount: open.amount }
  const paid = { state: 'succeeded', finalAt: createdAt + 61_000 } as const
  const refused = {
    state: 'refused',
    refusal: serviceRefusal({ status: 422 }),
  } as const
  const claims = [{ number: 'A', at: 1, content: null, receipts: [], resolved: null }]
  const of = (overrides: Partial<Checkout>, ...attempts: Partial<Attempt>[]): Checkout =>
    checkout({
      ...open,
      ...overrides,
      attempts: attempts.map((one, index) => attempt({ n: index + 1, ...sent, ...one })),
    })
  const namesOf = (entry: Entry, unit: 'order' | 'attempt') =>
    reportChanges(null, entry)
      .filter(({ key }) => key.unit === unit)
      .flatMap(({ counts }) => Object.entries(counts))
      .map(([name, count]) => (count === 1 ? name : `${name} ${count}`))
  const opened = ['count', 'opened-at:7']
  const chosen = [...opened, 'chosen']

  test.each<[what: string, order: Checkout, names: string[], ofAttempts: string[]]>([
    ['opened', of({}), opened, []],
    ['chosen', of({}, {}), chosen, ['count', 'chosen']],
    ['shown', of({}, { payTo }), [...chosen, 'shown'], ['count', 'chosen', 'shown']],
    [
      'a card that is charged as shown',
      of({}, { profile: 'token', externalId: 'E' }),
      [...chosen, 'shown'],
      ['count', 'chosen', 'shown'],
    ],
    ['a card that waits as not shown', of({}, { profile: 'token' }), chosen, ['count', 'chosen']],
    ['a form as not shown', of({}, { externalId: 'E' }), chosen, ['count', 'chosen']],
    [
      'reported as sent',
      of({}, { reportedSentAt: 1 }),
      [...chosen, 'reportedSent'],
      ['count', 'chosen', 'reportedSent'],
    ],
    ['claimed', of({}, { claims }), [...chosen, 'claimed'], ['count', 'chosen', 'claimed']],
    [
      'paid, with its hour and its time',
      of({}, paid),
      [...opened, 'paid-at:7', 'chosen', 'paid', 'seconds:27'],
      ['count', 'chosen', 'paid', 'seconds:27'],
    ],
    [
      'paid by a later attempt, with the time of each',
      of({}, { replacedAt: 1 }, { ...paid, firstSentAt: createdAt + 31_000 }),
      [...opened, 'paid-at:7', 'chosen', 'paid', 'seconds:27'],
      ['count 2', 'chosen 2', 'failed', 'reason:replaced', 'paid', 'seconds:19'],
    ],
    [
      'late and corrected',
      of({ expired: true }, { ...paid, finalAt: 9 * hour, corrected: true }),
      [...opened, 'paid-at:7', 'chosen', 'paid', 'seconds:77', 'late', 'corrected'],
      ['count', 'chosen', 'paid', 'seconds:77', 'late', 'corrected'],
    ],
    [
      'paid at the last moment as not late',
      of({}, { ...paid, finalAt: open.expiresAt - 1 }),
      [...opened, 'paid-at:7', 'chosen', 'paid', 'seconds:70'],
      ['count', 'chosen', 'paid', 'seconds:70'],
    ],
    [
      'paid once the view says expired as late',
      of({}, { ...paid, finalAt: open.expiresAt }),
      [...opened, 'paid-at:7', 'chosen', 'paid', 'seconds:70', 'late'],
      ['count', 'chosen', 'paid', 'seconds:70', 'late'],
    ],
    ['short', of({}, { ...paid, underpaid: true }), [...chosen, 'short'], ['count', 'chosen', 'short']],
    [
      'short and paid by another as paid',
      of({}, { ...paid, underpaid: true }, paid),
      [...opened, 'paid-at:7', 'chosen', 'paid', 'seconds:27'],
      ['count 2', 'chosen 2', 'short', 'paid', 'seconds:27'],
    ],
    [
      'failed, with the reason',
      of({}, { state: 'failed' }),
      [...chosen, 'failed', 'reason:unspecified'],
      ['count', 'chosen', 'failed', 'reason:unspecified'],
    ],
    [
      'not created',
      of({}, { state: 'not_created' }),
      [...chosen, 'failed', 'reason:not-created'],
      ['count', 'chosen', 'failed', 'reason:not-created'],
    ],
    [
      'refused, with the reason of the refusal',
      of({}, { ...refused, confirmedAbsent: true }),
      [...chosen, 'failed', 'reason:balance'],
      ['count', 'chosen', 'failed', 'reason:balance'],
    ],
    [
      'refused, by an attempt that has not failed until a lookup confirms it',
      of({}, refused),
      [...chosen, 'failed', 'reason:balance'],
      ['count', 'chosen'],
    ],
    [
      'paid after all as paid alone',
      of({}, { ...paid, refusal: refused.refusal, confirmedAbsent: true }),
      [...opened, 'paid-at:7', 'chosen', 'paid', 'seconds:27'],
      ['count', 'chosen', 'paid', 'seconds:27'],
    ],
    [
      'replaced, before an open one',
      of({}, { replacedAt: 1 }, {}),
      chosen,
      ['count 2', 'chosen 2', 'failed', 'reason:replaced'],
    ],
    ['expired', of({ expired: true }, {}), [...chosen, 'expired'], ['count', 'chosen', 'expired']],
    [
      'expired, by an attempt that had failed before',
      of({ expired: true }, { replacedAt: 1 }),
      [...chosen, 'expired'],
      ['count', 'chosen', 'failed', 'reason:replaced'],
    ],
    [
      'expired, not of an earlier attempt whose order was found late',
      of({ expired: true }, {}, {}),
      [...chosen, 'expired'],
      ['count 2', 'chosen 2', 'expired'],
    ],
    [
      'expired, of the last attempt alone',
      of({ expired: true }, { replacedAt: 1 }, {}),
      [...chosen, 'expired'],
      ['count 2', 'chosen 2', 'failed', 'reason:replaced', 'expired'],
    ],
    ['expired without an attempt', of({ expired: true }), [...opened, 'expired'], []],
  ])('%s', (_, order, names, ofAttempts) => {
    expect(namesOf(order, 'order').toSorted()).toEqual(names.toSorted())
    expect(namesOf(order, 'attempt').toSorted()).toEqual(ofAttempts.toSorted())
  })

  test('by day, currency, pipeline and method', () => {
    const order = of({ createdAt: Date.UTC(2026, 0, 31, 23) }, { firstSentAt: Date.UTC(2026, 1, 1) })
    expect(reportChanges(null, order).map(({ key }) => key)).toEqual([
      { day: '2026-01-31', unit: 'order', pipeline: '', method: '', currency: 'UAH' },
      { day: '2026-02-01', unit: 'attempt', pipeline: 'p2p', method: 'transfer', currency: 'UAH' },
    ])
    const [, ofAttempt] = reportChanges(null, of({}, { method: null }))
    expect(ofAttempt?.key).toMatchObject({ pipeline: 'p2p', method: '' })
  })

  test('what has changed only, and a payout not at all', () => {
    const before = of({}, {})
    const [first] = before.attempts
    const after = { ...before, attempts: first === undefined ? [] : [{ ...first, ...paid }] }
    expect(reportChanges(before, after).map(({ counts }) => counts)).toEqual([
      { 'paid-at:7': 1, paid: 1, 'seconds:27': 1 },
      { paid: 1, 'seconds:27': 1 },
    ])
    expect(reportChanges(after, after)).toEqual([])
    expect(reportChanges(null, payout())).toEqual([])
  })
})

test('the time that a share of the payments was below', () => {
  expect(secondsAt({}, 0.5)).toBeNull()
  expect(secondsAt({ paid: 9, 'seconds:0': 0 }, 0.5)).toBeNull()
  const counts = { 'seconds:10': 9, 'seconds:0': 1, 'seconds:20': 10 }
  const [lowest, middle, highest] = [0.05, 0.5, 0.9].map((share) => secondsAt(counts, share))
  expect([lowest, middle, highest]).toEqual([4.8, 12.4, 32.1])
})
