import { describe, expect, test } from 'vitest'
import { canExtend, extend, reportSent } from '../../../../src/server/rules/checkout/checkout.ts'
import {
  canReplaceLast,
  mayReplace,
  mayReplaceOnceOpen,
  reopen,
  replaceLast,
} from '../../../../src/server/rules/checkout/replace.ts'
import { decideStart } from '../../../../src/server/rules/checkout/start.ts'
import type { Attempt, Checkout } from '../../../../src/server/rules/model.ts'
import { attempt, checkout } from '../../store/fixtures.ts'
import { policy } from '../policy.ts'

const at = 50_000
/** When the payer's request began. */
const since = 40_000
const of = (attempts: Partial<Attempt>[], overrides: Partial<Checkout> = {}): Checkout =>
  checkout({
    expired: false,
    attempts: attempts.map((one, index) => attempt({ n: index + 1, ...one })),
    ...overrides,
  })

const open: Partial<Attempt> = { foundAt: since }
const failed: Partial<Attempt> = { state: 'failed', finalAt: 2000 }
const review = (resolved: boolean): Partial<Attempt> => ({
  ...open,
  review: {
    reason: 'contradiction',
    at: 1,
    resolved: resolved ? { at: 2, by: 'operator', note: '' } : null,
  },
})
const waiting: Partial<Attempt> = {
  ...open,
  unconfirmedCallback: { status: 'Failed', amount: '1250.00', at: 2000 },
}
const replaced: Partial<Attempt> = { ...failed, replacedAt: 3000 }

type Rights = { reopen: boolean; view: boolean; request: boolean; now: boolean }
const all: Rights = { reopen: true, view: true, request: true, now: true }
const none: Rights = { reopen: false, view: false, request: false, now: false }

test.each<[what: string, attempts: Partial<Attempt>[], rights: Rights, overrides?: Partial<Checkout>]>([
  ['an open transfer that was just looked up', [open], all],
  ['one that was looked up before the request', [{ foundAt: since - 1 }], { ...all, now: false }],
  ['one that was never looked up', [{ foundAt: null }], { ...all, now: false }],
  ['a failed transfer', [failed], all],
  ['a failed saved card', [{ ...failed, profile: 'token' }], all],
  ['a refusal that is confirmed', [{ state: 'refused', confirmedAbsent: true }], all],
  ['a refusal that is not', [{ state: 'refused' }], none],
  ['one that is doubted', [{ state: 'not_created', doubtedAt: 5 }], none],
  ['a create under way', [{ state: 'sending' }], none],
  ['an unknown outcome', [{ state: 'unknown' }], none],
  ['an unknown outcome before the last', [{ state: 'unknown' }, failed], none],
  ['a payment', [{ state: 'succeeded' }], none],
  ['a payment before the last', [{ state: 'succeeded' }, failed], none],
  ['less than asked', [{ state: 'succeeded', underpaid: true }], none],
  ['a saved card being charged', [{ ...open, profile: 'token' }], none],
  ['money that the payer has sent', [{ ...open, reportedSentAt: 5 }], { ...none, reopen: true }],
  ['such money before the last', [{ ...failed, reportedSentAt: 5 }, open], { ...none, reopen: true }],
  ['a callback that waits', [waiting], { ...none, view: true }],
  ['such a callback before the last', [waiting, failed], { ...none, view: true }],
  ['an open review', [review(false)], none],
  ['an open review before the last', [review(false), failed], none],
  ['a review that is resolved', [review(true)], all],
  ['nothing that was started', [], { ...none, reopen: true }],
  ['two that were replaced', [replaced, replaced, open], all],
  ['three that were replaced', [replaced, replaced, replaced, open], { ...none, reopen: true }],
  ['one less, since it was reopened', [replaced, replaced, replaced, open], all, { reopenedAfter: 1 }],
  ['its time over, while it is watched', [open], all, { expiresAt: at }],
  ['its watch over', [open], { ...none, reopen: true, view: true }, { expiresAt: at - policy.watchMs }],
])('who has %s may replace it, and an operator reopen the checkout', (_, attempts, rights, overrides) => {
  const one = of(attempts, overrides)
  expect({
    reopen: reopen(one, at, policy) !== null,
    view: canReplaceLast(one, policy),
    request: mayReplaceOnceOpen(one, at, policy),
    now: mayReplace(one, since, at, policy),
  }).toEqual(rights)
  expect(canReplaceLast(one, { ...policy, allowReplace: false })).toBe(false)
})

test('only the last attempt is replaced: its payment details go, and it is looked up', () => {
  const one = of([{ paymentDetails: 'a' }, { paymentDetails: 'b', nextLookupAt: 90_000 }])
  const after = replaceLast(one, at)
  expect(after.attempts[0]).toBe(one.attempts[0])
  expect(after.attempts[1]).toMatchObject({
    state: 'placed',
    paymentDetails: null,
    replacedAt: at,
    nextLookupAt: at,
    activity: [{ type: 'replaced', at }],
  })
  const ended = of([{ ...failed, nextLookupAt: 90_000 }])
  expect(replaceLast(ended, at).attempts[0]).toMatchObject({ replacedAt: at, nextLookupAt: 90_000 })
  expect(replaceLast(after, at + 1).attempts[1]).toBe(after.attempts[1])
})

test('a reopened checkout has its full time and limit again; what was open is replaced', () => {
  const one = of([failed, open, { ...open, replacedAt: 3000 }], { expired: true, extensions: 4 })
  const after = reopen(one, at, policy)
  expect(after).toMatchObject({
    expired: false,
    expiresAt: at + policy.ttlMs,
    extensions: 0,
    reopenedAfter: 3,
    attempts: [{ replacedAt: null }, { replacedAt: at }, { replacedAt: 3000 }],
  })
})

describe('a request to start an attempt', () => {
  const decide = (
    one: Checkout,
    { replace = false, lookedUpAt = null }: { replace?: boolean; lookedUpAt?: number | null } = {},
    rules = policy,
  ) => decideStart(one, { replace, lookedUpAt }, at, rules)
  const start = (replaces: boolean) => ({ type: 'start', replaces })
  const lookUp = { type: 'look_up' }
  const refused = (code: string) => ({ type: 'refused', code })
  const unconfirmed: Partial<Attempt> = { state: 'refused' }

  test.each<
    [
      what: string,
      attempts: Partial<Attempt>[],
      without: object,
      replacing: object,
      afterLookup: object,
      overrides?: Partial<Checkout>,
    ]
  >([
    ['first', [], start(false), start(false), start(false)],
    ['after a failure', [failed], start(false), start(false), start(false)],
    ['after a refusal that is not confirmed', [unconfirmed], lookUp, lookUp, lookUp],
    ['beside an open one', [open], refused('not_retryable'), lookUp, start(true)],
    [
      'of an order that is paid',
      [{ state: 'succeeded' }],
      refused('not_retryable'),
      { type: 'paid' },
      { type: 'paid' },
    ],
    [
      'of an order that is underpaid',
      [{ state: 'succeeded', underpaid: true }],
      refused('not_retryable'),
      refused('not_replaceable'),
      refused('not_replaceable'),
    ],
    [
      'of an order whose time is over, where nothing was started',
      [],
      refused('not_retryable'),
      refused('not_replaceable'),
      refused('not_replaceable'),
      { expiresAt: at },
    ],
    [
      'while a callback waits',
      [waiting],
      refused('not_retryable'),
      refused('not_replaceable'),
      refused('not_replaceable'),
    ],
    [
      'after a refusal beside an open one',
      [open, unconfirmed],
      refused('not_retryable'),
      refused('not_replaceable'),
      refused('not_replaceable'),
    ],
    [
      'after a refusal before the last',
      [unconfirmed, failed],
      refused('not_retryable'),
      refused('not_replaceable'),
      refused('not_replaceable'),
    ],
  ])('%s', (_, attempts, without, replacing, afterLookup, overrides) => {
    const one = of(attempts, overrides)
    expect(decide(one)).toEqual(without)
    expect(decide(one, { replace: true })).toEqual(replacing)
    expect(decide(one, { replace: true, lookedUpAt: since })).toEqual(afterLookup)
  })

  test('beside one that a process with a clock ahead has looked up, looks it up', () => {
    const one = of([{ foundAt: at + 1 }])
    expect(decide(one, { replace: true })).toEqual(lookUp)
    // Another lookup had no answer.
    expect(decide(one, { replace: true, lookedUpAt: since })).toEqual(lookUp)
  })

  test('is refused at the limit, which counts from the last reopening', () => {
    const rules = { ...policy, maxAttempts: 1 }
    const limit = refused('attempts_limit')
    expect(decide(of([failed]), {}, rules)).toEqual(limit)
    expect(decide(of([unconfirmed]), {}, rules)).toEqual(limit)
    expect(decide(of([open]), { replace: true, lookedUpAt: since }, rules)).toEqual(limit)
    expect(decide(of([open]), {}, rules)).toEqual(refused('not_retryable'))
    expect(decide(of([]), {}, rules)).toEqual(start(false))
    expect(decide(of([failed], { reopenedAfter: 1 }), {}, rules)).toEqual(start(false))
  })
})

describe('more time to pay', () => {
  test.each<[what: string, attempts: Partial<Attempt>[], allowed: boolean, overrides?: Partial<Checkout>]>([
    ['while the payer chooses', [], true],
    ['for an open attempt', [open], true],
    ['for one after a failure', [failed, open], true],
    ['not without payment details', [{ ...open, detailsLost: true }], false],
    ['not for a replaced one', [{ ...open, replacedAt: 5 }], false],
    ['not after a failure', [open, failed], false],
    ['not after a payment', [{ state: 'succeeded' }, open], false],
    ['until its time is over', [open], true, { expiresAt: at + 1 }],
    ['not after that', [open], false, { expiresAt: at }],
    ['not once the expiry was processed', [open], false, { expired: true }],
    ['the tenth time', [open], true, { extensions: 9 }],
    ['not once more', [open], false, { extensions: 10 }],
  ])('%s', (_, attempts, allowed, overrides) => {
    const one = of(attempts, overrides)
    expect(canExtend(one, at, policy)).toBe(allowed)
    expect(extend(one, at, policy) !== null).toBe(allowed)
  })

  test('is that of an attempt, at most ten minutes', () => {
    const one = of([failed, open], { extensions: 2 })
    const after = extend(one, at, policy)
    expect(after).toMatchObject({
      expiresAt: one.expiresAt + policy.ttlMs,
      extensions: 3,
      attempts: [{ activity: [] }, { activity: [{ type: 'extended', at }] }],
    })
    expect(extend(one, at, { ...policy, ttlMs: 3_600_000 })?.expiresAt).toBe(one.expiresAt + 600_000)
  })
})

test('the payer says that the money was sent, or takes that back, and the order is looked up at once', () => {
  const one = of([open, { ...open, nextLookupAt: 90_000 }])
  const sent = reportSent(one, 2, true, at)
  expect(sent?.attempts[0]).toBe(one.attempts[0])
  expect(sent?.attempts[1]).toMatchObject({
    reportedSentAt: at,
    nextLookupAt: at,
    activity: [{ type: 'sent_reported', sent: true }],
  })
  if (sent === null) throw new Error('There is no such attempt.')
  expect(reportSent(sent, 2, true, at + 1)).toBe(sent)
  expect(reportSent(sent, 2, false, at + 1)?.attempts[1]).toMatchObject({
    reportedSentAt: null,
    nextLookupAt: at + 1,
  })
  expect(reportSent(one, 2, false, at)).toBe(one)
  expect(reportSent(one, 1, true, at)?.attempts[0]).toMatchObject({ reportedSentAt: at, nextLookupAt: null })
  expect(reportSent(one, 3, true, at)).toBeNull()
  const ended = of([failed])
  expect(reportSent(ended, 1, true, at)).toBe(ended)
})
