import { describe, expect, test } from 'vitest'
import { hear } from '../../../src/server/rules/attempt.ts'
import { heard, isFinal } from '../../../src/server/rules/checkout.ts'
import type { Attempt, Checkout } from '../../../src/server/rules/model.ts'
import type { Policy } from '../../../src/server/rules/policy.ts'
import { attempt, checkout } from '../store/made.ts'

const hour = 3_600_000
const policy: Policy = {
  timeoutMs: 10_000,
  ttlMs: 1_800_000,
  settleMs: 10_000,
  reviewAfterMs: hour,
  watchMs: 72 * hour,
  confirmFinal: true,
}
const moment = (at: number) => ({ at, jitter: 0.5 })
const only = (entry: { attempts: Attempt[] }): Attempt => {
  const [one] = entry.attempts
  if (one === undefined) throw new Error('It has no attempt.')
  return one
}

/** Asks whenever it is due, and hears nothing, until a time. Returns how often it asked. */
function outage(start: Checkout, until: number): { entry: Checkout; asked: number } {
  let entry = start
  let asked = 0
  for (;;) {
    const { askAt } = only(entry)
    if (askAt === null || askAt >= until) return { entry, asked }
    const after = heard(entry, 1, { type: 'silent', why: 'server' }, moment(askAt), policy)
    if (after.kind !== 'checkout') throw new Error('It became something else.')
    entry = after
    asked += 1
    if (asked > 10_000) throw new Error('It asks without end.')
  }
}

describe('while the service does not answer', () => {
  test('a create that a dead process left behind is asked about ever more rarely', () => {
    const left = attempt({ state: 'sending', sentAt: 0, askAt: 20_000 })
    expect(outage(checkout({ attempts: [left] }), hour).asked).toBeLessThan(50)
  })

  test('hours of it do not end the watch for a correction', () => {
    const failed = attempt({ state: 'failed', settledAt: 0, askAt: 60_000 })
    const { entry } = outage(checkout({ attempts: [failed] }), 12 * hour)
    expect(only(entry).askAt).toBeLessThan(13 * hour)
  })

  test('an order that was never paid is not asked about for ever', () => {
    const open = checkout({ expiresAt: 1_800_000, attempts: [attempt({ askAt: 60_000 })] })
    const { entry } = outage(open, 1000 * hour)
    expect(only(entry).askAt).toBeNull()
  })
})

describe('what is over needs nobody', () => {
  test('a create that no order came of, although nobody knew for long', () => {
    const unresolved = attempt({
      state: 'unknown',
      review: { reason: 'unresolved', at: 5, settled: null },
    })
    const dropped = hear(unresolved, { type: 'dropped' }, 9, policy)
    expect(dropped).toMatchObject({ state: 'absent', review: { settled: { at: 9, by: 'news' } } })
  })

  test('a refusal that nobody can look up, after the watch', () => {
    const refused = attempt({ state: 'refused', sends: 2, misses: 1, clear: false, askAt: 60_000 })
    const { entry } = outage(checkout({ expiresAt: 1_800_000, attempts: [refused] }), 1000 * hour)
    expect(only(entry).askAt).toBeNull()
  })
})

test('the last question of a watch is asked at its very end', () => {
  const almost = 72 * hour - 60_000
  const failed = checkout({ attempts: [attempt({ state: 'failed', settledAt: 0, askAt: almost })] })
  const order = {
    externalId: 'e',
    status: 'Failed',
    amount: null,
    currency: null,
    history: [],
    externalParams: null,
  }
  const entry = heard(failed, 1, { type: 'found', order }, moment(almost), policy)
  expect(only(entry).askAt).toBe(72 * hour)
  expect(only(heard(entry, 1, { type: 'found', order }, moment(72 * hour), policy)).askAt).toBeNull()
})

test('a refusal that was not looked up yet is not the end: the order may be there', () => {
  const refused = attempt({ state: 'refused', clear: false })
  const over = checkout({ expiresAt: 1000, attempts: [refused] })
  expect(isFinal(over, 2000, policy)).toBe(false)
  const cleared = checkout({
    expiresAt: 1000,
    attempts: [hear(refused, { type: 'missing' }, 2000, policy)],
  })
  expect(isFinal(cleared, 2000, policy)).toBe(true)
})
