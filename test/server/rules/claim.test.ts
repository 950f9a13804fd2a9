import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { paidOf, statusOf } from '../../../src/server/rules/checkout/view.ts'
import {
  acceptClaims,
  canClaim,
  claim,
  claimViewOf,
  declineClaim,
  maxClaims,
  nextClaimableAt,
  opensClaim,
} from '../../../src/server/rules/claim.ts'
import { applyUpdateToEntry } from '../../../src/server/rules/entry.ts'
import {
  type Attempt,
  type Checkout,
  type Claim,
  hasOpenClaim,
  openClaim,
} from '../../../src/server/rules/model.ts'
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
      entry = claim(entry, 1, { ...made, number }, at, policy) ?? entry
      entry = declineClaim(entry, number, { operator: 'o', reason: 'other', text: 't' }, at) ?? entry
    }
    expect(entry.attempts.flatMap(({ claims }) => claims)).toHaveLength(maxClaims)
    expect(canClaim(entry, 1, at, policy)).toBe(false)
    expect(canClaim(entry, 2, at, policy)).toBe(false)
  })
})

const declined = { state: 'declined', at: 9, operator: 'o', reason: 'other', text: 'No.' } as const
const stored = (overrides: Partial<Claim> = {}): Claim => ({ ...made, at: 1, resolved: null, ...overrides })
const receipt = { id: 'rc_1', type: 'image/png', size: 9 } as const
const paid = { state: 'succeeded' } as const
const form = { profile: 'form', method: 'form' } as const
/** When the fixtures' checkouts expire. */
const { expiresAt } = checkout()
const soon = { ...policy, claimAfterMs: 20_000 }

describe('when a claim is offered', () => {
  test.each<[what: string, attempts: Partial<Attempt>[], n: number, at: number, offered: boolean]>([
    ['before the time is over', [{}], 1, expiresAt - 1, false],
    ['once it is over', [{}], 1, expiresAt, true],
    ['for an open transfer before the last', [{}, {}], 1, 2000, true],
    ['for a replaced transfer', [{ replacedAt: 1500 }], 1, 2000, true],
    ['for what is short of another state', [{ state: 'refused', underpaid: true }], 1, 2000, false],
    ['while another attempt has paid', [{ state: 'failed' }, { state: 'succeeded' }], 1, 2000, false],
    ['for no attempt', [{ state: 'failed' }], 2, 2000, false],
    ['to add to a claim that says nothing', [{ state: 'failed', claims: [stored()] }], 1, 2000, true],
    ['to one that says more', [{ state: 'failed', claims: [stored({ content: 'sealed' })] }], 1, 2000, false],
    [
      'to one with receipts',
      [{ state: 'failed', claims: [stored({ receipts: [receipt] })] }],
      1,
      2000,
      false,
    ],
    [
      'after one was declined',
      [{ state: 'failed', claims: [stored({ resolved: declined })] }],
      1,
      2000,
      true,
    ],
    ['after a form that failed', [{}, { ...form, state: 'failed' }], 2, 2000, true],
    ['after a form that was replaced', [{}, { ...form, replacedAt: 1500 }], 2, 2000, true],
    ['after a form that nobody can open', [{}, { ...form, detailsLost: true }], 2, 2000, true],
    ['after a form without a transfer', [{ ...form, state: 'failed' }], 1, 2000, false],
    ['while a form can be paid', [{}, form], 2, expiresAt - 1, false],
    ['after its time', [{}, form], 2, expiresAt, true],
    ['while a form is undecided', [{}, { ...form, state: 'unknown' }], 2, 2000, false],
    ['for a form before the last', [{}, { ...form, state: 'failed' }, {}], 2, 2000, false],
    [
      'for a form between a failed transfer and the last',
      [{ state: 'failed' }, { ...form, state: 'failed' }, form],
      2,
      2000,
      false,
    ],
  ])('%s', (_, attempts, n, now, offered) => {
    expect(canClaim(withAttempts(...attempts), n, now, policy)).toBe(offered)
  })

  test('while a transfer waits longer than the merchant says, which is the next change', () => {
    const entry = withAttempts({})
    expect(canClaim(entry, 1, 20_999, soon)).toBe(false)
    expect(canClaim(entry, 1, 21_000, soon)).toBe(true)
    expect(nextClaimableAt(entry, 2000, soon)).toBe(21_000)
    expect(nextClaimableAt(entry, 21_000, soon)).toBeNull()
    expect(nextClaimableAt(withAttempts({ state: 'failed' }), 2000, soon)).toBeNull()
    expect(nextClaimableAt(withAttempts({ detailsLost: true }), 2000, soon)).toBeNull()
    expect(nextClaimableAt(withAttempts(), 2000, soon)).toBeNull()
    const claimed = withAttempts({ claims: [stored({ content: 'sealed' })] })
    expect(nextClaimableAt(claimed, 2000, soon)).toBeNull()
    expect(nextClaimableAt(claimed, 21_000, soon)).toBeNull()
  })

  test('from one time on, so the next change is always later', () => {
    const transfers: Partial<Attempt>[] = [
      {},
      { state: 'failed' },
      { replacedAt: 1500 },
      { detailsLost: true },
    ]
    const others: Partial<Attempt>[] = [form, { ...form, state: 'failed' }, { state: 'unknown' }, paid]
    const attempts = fc.array(fc.constantFrom(...transfers, ...others), { minLength: 1, maxLength: 3 })
    const time = fc.nat({ max: 150_000 })
    fc.assert(
      fc.property(attempts, time, time, time, (all, now, wait, claimAfterMs) => {
        const entry = withAttempts(...all)
        const limits = { ...policy, claimAfterMs }
        if (canClaim(entry, all.length, now, limits))
          expect(canClaim(entry, all.length, now + wait, limits)).toBe(true)
        expect(nextClaimableAt(entry, now, limits) ?? Number.POSITIVE_INFINITY).toBeGreaterThan(now)
      }),
    )
  })

  test('never of an erased checkout', () => {
    expect(canClaim({ ...withAttempts({ state: 'failed' }), erasedAt: 1 }, 1, at, policy)).toBe(false)
  })
})

test.each<[what: string, attempt: Partial<Attempt>, at: number, opens: boolean]>([
  ['a failed transfer', { state: 'failed' }, 2000, true],
  ['an expired one', {}, expiresAt, true],
  ['one that waits for long, but can be paid', {}, 30_000, false],
  ['one with an open claim', { state: 'failed', claims: [stored()] }, 2000, false],
  ['one with a declined claim', { state: 'failed', claims: [stored({ resolved: declined })] }, 2000, true],
])('a report of %s as sent opens a claim, or not', (_, overrides, now, opens) => {
  expect(opensClaim(withAttempts(overrides), 1, now, soon)).toBe(opens)
})

describe('a claim that is made', () => {
  const content = 'sealed'
  const makeFor = (overrides: Partial<Attempt>, claimed = { ...made, content }) =>
    claim(withAttempts(overrides), 1, claimed, at, policy)?.attempts[0]

  test('is stored and logged, and its transfer is looked up at once', () => {
    const failed = makeFor({ state: 'failed' })
    expect(failed?.claims).toEqual([{ ...made, content, at, resolved: null }])
    expect(failed?.activity).toMatchObject([{ type: 'claimed', number: made.number }])
    expect(failed).toMatchObject({ nextLookupAt: at, reportedSentAt: null })
  })

  test('says that an open transfer was sent, unless the payer has said so before', () => {
    expect(makeFor({})).toMatchObject({ reportedSentAt: at })
    expect(makeFor({ reportedSentAt: 1200 })).toMatchObject({ reportedSentAt: 1200 })
  })

  test('adds to the open one, with its number and time, and beside those that are resolved', () => {
    const past = stored({ number: 'PAST', resolved: declined })
    const open = stored({ number: 'OPEN' })
    const added = makeFor({ state: 'failed', claims: [open, past] }, { ...made, number: 'NEW', content })
    expect(added?.claims).toEqual([past, { ...open, content }])
    expect(added?.activity).toEqual([])
  })

  test('is for the transfer before a form that failed', () => {
    const entry = withAttempts({}, { ...form, state: 'failed' })
    const claimed = claim(entry, 2, made, 2000, policy)
    expect(claimed?.attempts.map(({ claims }) => claims.length)).toEqual([1, 0])
  })

  test('is none where none is offered', () => {
    expect(claim(withAttempts({ state: 'succeeded' }), 1, made, at, policy)).toBeNull()
    expect(claim(withAttempts({}), 2, made, at, policy)).toBeNull()
  })
})

test('a decline resolves the open claim of its number alone, and is logged', () => {
  const past = stored({ number: 'PAST', resolved: declined })
  const entry = withAttempts({ state: 'failed', claims: [past, stored({ number: 'OPEN' })] })
  const decline = { operator: 'anna', reason: 'other', text: 'No.' } as const
  expect(declineClaim(entry, 'PAST', decline, at)).toBeNull()
  const [decided] = declineClaim(entry, 'OPEN', decline, at)?.attempts ?? []
  expect(decided?.claims).toEqual([
    past,
    stored({ number: 'OPEN', resolved: { state: 'declined', at, ...decline } }),
  ])
  expect(decided?.activity).toMatchObject([{ type: 'claim_resolved', number: 'OPEN', state: 'declined' }])
})

test('only the open claim of an attempt that has paid is accepted', () => {
  const open = stored({ number: 'OPEN' })
  const unpaid = withAttempts({ state: 'failed', claims: [open] }, { state: 'succeeded' })
  expect(acceptClaims(unpaid, at)).toBe(unpaid)
  expect(hasOpenClaim(unpaid)).toBe(true)
  const short = withAttempts({ state: 'succeeded', underpaid: true, reported: '900.00', claims: [open] })
  expect(acceptClaims(short, at)).toBe(short)
  const paid = withAttempts({ claims: [open] }, { state: 'succeeded', claims: [open] })
  const [first, second] = acceptClaims(paid, at).attempts
  expect(first?.claims).toEqual([open])
  expect(second?.claims).toEqual([{ ...open, resolved: { state: 'accepted', at } }])
  expect(hasOpenClaim(withAttempts({ claims: [stored({ resolved: declined })] }, {}))).toBe(false)
})

test('of resolved claims the payer sees the one that was made last', () => {
  const entry = withAttempts(
    { state: 'failed', claims: [stored({ number: 'LAST', at: 5, resolved: { state: 'accepted', at: 8 } })] },
    { state: 'failed', claims: [stored({ number: 'FIRST', at: 2, resolved: declined })] },
  )
  expect(claimViewOf(entry, 'soon')).toEqual({
    number: 'LAST',
    state: 'accepted',
    at: '1970-01-01T00:00:00.008Z',
  })
  expect(claimViewOf(withAttempts({}), 'soon')).toBeNull()
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
  if (type === 'claim') return claim(entry, n, { ...made, number: `C${step}` }, now, policy) ?? entry
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
  expect(claimViewOf(decided, 'soon')).toMatchObject({
    ...{ number: 'B', state: 'declined', reason: 'other', text: 'No.' },
  })
})
