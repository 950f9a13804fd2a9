import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyUpdateToEntry } from '../../../src/server/rules/checkout/checkout.ts'
import { paidOf, statusOf } from '../../../src/server/rules/checkout/view.ts'
import {
  acceptClaims,
  canClaim,
  claim,
  claimViewOf,
  declineClaim,
  maxClaims,
  openClaim,
} from '../../../src/server/rules/claim.ts'
import type { Attempt, Checkout } from '../../../src/server/rules/model.ts'
import { attempt, checkout } from '../store/fixtures.ts'
import { policy } from './policy.ts'

const at = 200_000
const withAttempts = (...attempts: Partial<Attempt>[]): Checkout =>
  checkout({ attempts: attempts.map((overrides, index) => attempt({ n: index + 1, ...overrides })) })
const made = { number: 'AAAAA-AAAAA', content: null, receipts: [] }

describe('a claim is offered', () => {
  test.each([
    ['failed', { state: 'failed' }, at, true],
    ['expired', { state: 'placed' }, at, true],
    ['still payable', { state: 'placed' }, 2000, false],
    ['underpaid', { state: 'succeeded', underpaid: true, reported: '1' }, 2000, true],
    ['paid', { state: 'succeeded' }, at, false],
    ['of a form', { state: 'failed', profile: 'form' }, at, false],
    ['without payment details', { state: 'failed', detailsLost: true }, at, false],
    ['refused', { state: 'refused' }, at, false],
    ['unknown', { state: 'unknown' }, at, false],
    ['erased', { state: 'failed', erasedAt: 1 }, at, false],
  ] satisfies [string, Partial<Attempt>, number, boolean][])('%s: %#', (_what, overrides, now, offered) => {
    expect(canClaim(withAttempts(overrides), 1, now, policy)).toBe(offered)
  })

  test('for an attempt before the last one, too, and at most three times a checkout', () => {
    let entry = withAttempts({ state: 'failed' }, { state: 'placed' })
    expect(canClaim(entry, 1, 2000, policy)).toBe(true)
    for (let n = 1; n <= maxClaims; n += 1) {
      const number = `${n}`
      entry = claim(entry, 1, { ...made, number }, { at, policy }) ?? entry
      entry = declineClaim(entry, number, { operator: 'o', reason: 'other', text: 't' }, at) ?? entry
    }
    expect(entry.attempts.flatMap(({ claims }) => claims)).toHaveLength(maxClaims)
    expect(canClaim(entry, 1, at, policy)).toBe(false)
    expect(canClaim(entry, 2, at, policy)).toBe(false)
  })
})

type Act = { type: 'claim' | 'decline' | 'fail' | 'pay' | 'short'; n: 1 | 2 }
const acts = fc.array(
  fc.record({
    type: fc.constantFrom<Act['type']>('claim', 'decline', 'fail', 'pay', 'short'),
    n: fc.constantFrom<Act['n']>(1, 2),
  }),
  { maxLength: 20 },
)

function apply(entry: Checkout, { type, n }: Act, step: number): Checkout {
  const now = at + step
  const open = entry.attempts.flatMap((each) => openClaim(each) ?? [])[0]
  if (type === 'claim') return claim(entry, n, { ...made, number: `C${step}` }, { at: now, policy }) ?? entry
  if (type === 'decline')
    return (
      declineClaim(entry, open?.number ?? '', { operator: 'o', reason: 'other', text: 't' }, now) ?? entry
    )
  const [status, amount] = {
    fail: ['Failed', '1250.00'],
    pay: ['Success', '1250.00'],
    short: ['Success', '1.00'],
  }[type]
  const found = applyUpdateToEntry(
    entry,
    n,
    { type: 'callback_received', externalId: `${n}`, status: status ?? '', amount: amount ?? '' },
    { at: now, jitter: 0.5 },
    { ...policy, confirmFinal: false },
  )
  return found.kind === 'checkout' ? withAccepted(found, now) : entry
}
const withAccepted = (entry: Checkout, now: number): Checkout => {
  const accepted = acceptClaims(entry, now)
  return accepted.kind === 'checkout' ? accepted : entry
}

test('no history of claims changes what is paid, the status or the attempts', () => {
  fc.assert(
    fc.property(acts, (history) => {
      const start = withAttempts({ externalId: '1' }, { externalId: '2' })
      let [withClaims, without] = [start, start]
      for (const [step, act] of history.entries()) {
        withClaims = apply(withClaims, act, step)
        if (act.type !== 'claim' && act.type !== 'decline') without = apply(without, act, step)
        const now = at + step
        expect(statusOf(withClaims, now)).toBe(statusOf(without, now))
        expect(paidOf(withClaims)).toEqual(paidOf(without))
        const money = ({ attempts }: Checkout) =>
          attempts.map(({ n, state, reported, underpaid, status }) => ({
            n,
            state,
            reported,
            underpaid,
            status,
          }))
        expect(money(withClaims)).toEqual(money(without))
        for (const { claims } of withClaims.attempts)
          expect(claims.filter(({ resolved }) => resolved === null).length).toBeLessThanOrEqual(1)
        expect(withClaims.attempts.flatMap(({ claims }) => claims).length).toBeLessThanOrEqual(maxClaims)
        // What has paid the order leaves no claim open.
        for (const paid of withClaims.attempts)
          if (paid.state === 'succeeded' && !paid.underpaid) expect(openClaim(paid)).toBeUndefined()
      }
    }),
  )
})

test('a payment accepts the claim of its attempt', () => {
  const claimed = apply(withAttempts({ externalId: '1' }), { type: 'claim', n: 1 }, 0)
  expect(claimViewOf(claimed, null)).toMatchObject({ state: 'open' })
  const paid = apply(claimed, { type: 'pay', n: 1 }, 1)
  expect(statusOf(paid, at)).toBe('succeeded')
  expect(claimViewOf(paid, null)).toMatchObject({ state: 'accepted' })
})

test('the payer sees the open claim, else the last one', () => {
  const resolved = { state: 'declined', at: 9, operator: 'o', reason: 'other', text: 'No.' } as const
  const entry = withAttempts(
    { state: 'failed', claims: [{ ...made, number: 'A', at: 1, resolved: null }] },
    { state: 'failed', claims: [{ ...made, number: 'B', at: 2, resolved }] },
  )
  expect(claimViewOf(entry, 'soon')).toMatchObject({ number: 'A', state: 'open', text: 'soon' })
  const decided = { ...entry, attempts: entry.attempts.slice(1) }
  expect(claimViewOf(decided, 'soon')).toMatchObject({ number: 'B', state: 'declined', text: 'No.' })
})
