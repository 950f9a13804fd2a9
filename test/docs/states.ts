import { hear, type News } from '../../src/server/rules/attempt.ts'
import { afterMisses } from '../../src/server/rules/checkout.ts'
import type { Attempt, AttemptState, Payout } from '../../src/server/rules/model.ts'
import type { Policy } from '../../src/server/rules/policy.ts'
import { writtenAhead } from '../../src/server/rules/written-ahead.ts'

const policy: Policy = {
  timeoutMs: 1000,
  ttlMs: 10_000,
  settleMs: 1000,
  reviewAfterMs: 100_000,
  watchMs: 1000,
  confirmFinal: true,
}

/** An attempt as it begins. */
export const begun = (profile: Attempt['profile']): Attempt => {
  const amount = { value: '1.00', currency: 'UAH' }
  const beginning = { n: 1, externalTransactionId: 't', method: null, profile, pipeline: profile, amount }
  return writtenAhead({ ...beginning, body: 'sealed' }, payoutOf(amount, []), { at: 0, jitter: 0 }, policy)
}

const found = (status: string): News => ({
  type: 'found',
  order: {
    externalId: 'A',
    status,
    amount: null,
    currency: null,
    history: [],
    externalParams: null,
  },
})
const statuses = ['Processing', 'Success', 'Failed', 'a word of the future']

/** All that can be heard of an attempt, in every variety that matters. */
function newsOf(attempt: Attempt, at: number): News[] {
  const refusal = (status: number) => ({ status, label: null, code: null, statusDescription: null })
  const next = afterMisses(payoutOf(attempt.amount, [attempt]), attempt, at)
  return [
    ...[attempt.sends, 99].flatMap((send): News[] => [
      ...statuses.map(
        (status): News => ({ type: 'placed', send, externalId: 'A', status, instructions: 'sealed' }),
      ),
      ...[400, 422].map((status): News => ({ type: 'refused', send, refusal: refusal(status) })),
      ...[true, false].map((exists): News => ({ type: 'unanswered', send, why: 'timeout', exists })),
    ]),
    ...statuses.map(found),
    ...statuses.map((status): News => ({ type: 'called', externalId: 'A', status, amount: '1.00' })),
    { type: 'missing' },
    { type: 'silent', why: 'timeout' },
    // What the rules let follow two look-ups that found nothing: live, it goes out again; too late, it never was.
    ...(next === 'resend' ? [{ type: 'resent' } as const, { type: 'dropped' } as const] : []),
  ]
}

const payoutOf = (amount: Payout['amount'], attempts: Attempt[]): Payout => ({
  kind: 'payout',
  id: 'po',
  version: 1,
  createdAt: 0,
  updatedAt: 0,
  amount,
  attempts,
  told: 0,
  reference: 'r',
  fingerprint: '',
})

/** Every step from state to state that the rules can make of an attempt of this profile, as `from --> to`. */
export function stepsOf(profile: Attempt['profile']): ReadonlySet<string> {
  const steps = new Set<string>()
  const seen = new Set<string>()
  let edge: Attempt[] = [begun(profile)]
  // Times after each moment that the rules tell apart.
  const moments = [500, 5000, 200_000]
  while (edge.length > 0) {
    const next: Attempt[] = []
    for (const attempt of edge) {
      for (const at of moments) {
        for (const news of newsOf(attempt, at)) {
          const after: Attempt = {
            ...hear(attempt, news, at, policy),
            story: [],
            history: [],
            sends: 1,
            sentAt: 0,
          }
          if (after.state !== attempt.state) steps.add(step(attempt.state, after.state))
          const key = JSON.stringify({
            ...after,
            misses: Math.min(2, after.misses),
            silences: 0,
            settledAt: 0,
          })
          if (seen.has(key)) continue
          seen.add(key)
          next.push({ ...after, misses: Math.min(2, after.misses), silences: 0 })
        }
      }
    }
    edge = next
  }
  return steps
}

const step = (from: AttemptState, to: AttemptState): string => `${from} --> ${to}`
