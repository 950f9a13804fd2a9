import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AttemptUpdate } from '../../../src/server/rules/attempt/attempt.ts'
import {
  applyUpdateToEntry,
  expire,
  reportSent,
  withAttempt,
} from '../../../src/server/rules/checkout/checkout.ts'
import { claim } from '../../../src/server/rules/claim.ts'
import { erase } from '../../../src/server/rules/erase.ts'
import type { Entry } from '../../../src/server/rules/model.ts'
import { keyText, reportChanges, secondsAt, sumByKey } from '../../../src/server/rules/report.ts'
import { attempt, checkout } from '../store/fixtures.ts'
import { policy } from './policy.ts'

const payTo = { destination: '••••1234', recipient: 'N. Tkach', bank: null }
const updates = (n: number): Record<string, AttemptUpdate> => ({
  placed: {
    ...{ type: 'create_placed', sendNumber: 1, externalId: `e${n}`, status: 'Created' },
    ...{ paymentDetails: 'sealed', payTo },
  },
  lost: {
    type: 'create_placed',
    sendNumber: 1,
    externalId: `e${n}`,
    status: 'Created',
    paymentDetails: null,
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
    return claim(entry, n, { number: `C${at}`, content: null, receipts: [] }, { at, policy }) ?? entry
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
