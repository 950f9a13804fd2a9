import { describe, expect, test } from 'vitest'
import { decideTerms } from '../../../../src/server/rules/checkout/new-terms.ts'
import {
  type CurrentTerms,
  isSuperseded,
  latestSigned,
  StoredTerms,
} from '../../../../src/server/rules/checkout/terms.ts'
import type { Attempt, Checkout, SignedTerms } from '../../../../src/server/rules/model.ts'
import { attempt, checkout } from '../../store/fixtures.ts'
import { policy } from '../policy.ts'

const at = 50_000
const redirects = {
  processing: 'https://shop.example/p',
  success: 'https://shop.example/s',
  failed: 'https://shop.example/f',
}
const stored: StoredTerms = {
  given: '1042',
  order: '1042',
  amount: '1250.00',
  currency: 'UAH',
  methods: null,
  additionalFields: [{ key: 'city', value: 'Kyiv' }],
  pipeline: null,
  fields: {},
  filled: { transfer: { bank: 'A' } },
  tolerance: '0',
  next: null,
  redirects,
}
const token = (issuedAt: number, overrides: Partial<SignedTerms> = {}): SignedTerms => ({
  reference: '1042',
  issuedAt,
  purpose: 'pay',
  amount: '1250.00',
  currency: 'UAH',
  ...overrides,
})
const before: Partial<Checkout> = {
  order: '1042',
  customer: 'c-7',
  expired: false,
  expiresAt: 90_000,
  terms: 'old',
}
const draft = checkout({ ...before, expiresAt: 149_000, terms: 'new' })

interface Change {
  has?: Partial<Checkout>
  attempts?: Partial<Attempt>[]
  asks?: Partial<Checkout>
  terms?: Partial<CurrentTerms>
  wiped?: boolean
  maxAttempts?: number
}
function decide({ has = {}, attempts = [], asks = {}, terms = {}, wiped = false, maxAttempts = 20 }: Change) {
  const current = checkout({ ...before, attempts: attempts.map((one) => attempt(one)), ...has })
  const request = {
    terms: { ...stored, customer: 'c-7', signed: null, ...terms },
    draft: { ...draft, ...asks },
    stored: wiped ? null : stored,
  }
  const decision = decideTerms(current, request, at, { ...policy, maxAttempts })
  if (typeof decision === 'string') return decision
  const { checkout: after, seal } = decision
  const changed = Object.entries(after).filter(
    ([name, value]) =>
      JSON.stringify(value) !== JSON.stringify(Object.entries(current).find(([key]) => key === name)?.[1]),
  )
  return { ...Object.fromEntries(changed), ...(seal === undefined ? {} : { seal: StoredTerms.parse(seal) }) }
}
const more = { value: '1300.00', currency: 'UAH' }
const absent: Partial<Attempt> = { state: 'not_created', confirmedAbsent: true }

describe('before an attempt the terms are those of the last request', () => {
  test.each<[what: string, change: Change, changes: object | string]>([
    ['the same', {}, 'unchanged'],
    [
      'the same amount in other digits',
      { asks: { amount: { value: '1250', currency: 'UAH' } } },
      'unchanged',
    ],
    [
      'another amount begins a new time to pay',
      { asks: { amount: more } },
      { amount: more, expiresAt: 149_000, terms: 'new' },
    ],
    [
      'another currency, too',
      { asks: { amount: { value: '1250.00', currency: 'USD' } } },
      { amount: { value: '1250.00', currency: 'USD' }, expiresAt: 149_000, terms: 'new' },
    ],
    ['other methods', { asks: { methods: ['form'] } }, { methods: ['form'], terms: 'new' }],
    ['another customer', { asks: { customer: 'c-8' } }, { customer: 'c-8', terms: 'new' }],
    ['no proven customer leaves the stored one', { asks: { customer: null } }, 'unchanged'],
    ['another pipeline', { terms: { pipeline: 'p2p-2' } }, { terms: 'new' }],
    ['another tolerance', { terms: { tolerance: '1' } }, { terms: 'new' }],
    ['other fields', { terms: { fields: { transfer: [] } } }, { terms: 'new' }],
    [
      'another additional field',
      { terms: { additionalFields: [{ key: 'street', value: 'Kyiv' }] } },
      { terms: 'new' },
    ],
    ['another value of one', { terms: { additionalFields: [{ key: 'city', value: 'Lviv' }] } }, 'unchanged'],
    ['terms that were wiped', { wiped: true }, { terms: 'new' }],
    ['its time is over', { has: { expiresAt: at } }, { expiresAt: 149_000, terms: 'new' }],
    [
      'its expiry was processed',
      { has: { expired: true } },
      { expired: false, expiresAt: 149_000, terms: 'new' },
    ],
    ['a first token', { terms: { signed: token(5) } }, { signed: token(5), terms: 'new' }],
    [
      'a later token',
      { has: { signed: token(5) }, terms: { signed: token(6) } },
      { signed: token(6), terms: 'new' },
    ],
    ['the same token', { has: { signed: token(5) }, terms: { signed: token(5) } }, 'unchanged'],
    [
      'an earlier one that states the same',
      { has: { signed: token(5) }, terms: { signed: token(4) } },
      'unchanged',
    ],
  ])('%s', (_, change, changes) => {
    expect(decide(change)).toEqual(changes)
  })
})

describe('terms never go back to a token issued earlier', () => {
  const signed = token(5, { amount: '1300.00' })

  test.each([[[]], [[{}]]])('with the attempts %j', (attempts) => {
    const earlier = { attempts, has: { signed }, terms: { signed: token(4) } }
    expect(decide(earlier)).toBe('outdated')
    expect(decide({ ...earlier, asks: { amount: more } })).toBe('outdated')
  })

  test.each<[string, Partial<SignedTerms>, boolean]>([
    ['the same terms', {}, false],
    ['the same for another purpose', { purpose: 'page' }, false],
    ['another amount', { amount: '1' }, true],
    ['another currency', { currency: 'USD' }, true],
    ['another reference', { reference: '1043' }, true],
    ['other methods', { methods: ['form'] }, true],
  ])('an earlier token of %s', (_, overrides, superseded) => {
    expect(isSuperseded(token(4, overrides), token(5))).toBe(superseded)
    expect(isSuperseded(token(5, overrides), token(5))).toBe(false)
    expect(isSuperseded(token(6, overrides), token(5))).toBe(false)
    expect([isSuperseded(null, token(5)), isSuperseded(token(5), null)]).toEqual([false, false])
  })

  test('the later one is kept; a plain reference has none', () => {
    expect(latestSigned(token(4), token(5))?.issuedAt).toBe(5)
    expect(latestSigned(token(6), token(5))?.issuedAt).toBe(6)
    expect(latestSigned(token(6), null)?.issuedAt).toBe(6)
    expect(latestSigned(null, token(5))).toBeNull()
    const page = token(5, { purpose: 'page' })
    expect(latestSigned(page, token(5))).toBe(page)
  })
})

describe('once an attempt exists the amount is fixed', () => {
  const changed: Change = { terms: { tolerance: '1', customer: 'c-8', given: 'other', filled: {} } }
  const seal = { ...stored, tolerance: '1' }

  test.each<[what: string, change: Change, changes: object | string]>([
    ['the same', { attempts: [{}] }, 'unchanged'],
    ['another amount', { attempts: [{}], asks: { amount: more } }, 'amount_changed'],
    [
      'another amount after its time',
      { attempts: [absent], has: { expiresAt: at }, asks: { amount: more } },
      'amount_changed',
    ],
    ['other terms, for the next attempt', { ...changed, attempts: [{}] }, { seal }],
    [
      'other methods of a later token, for the next attempt',
      {
        attempts: [{}],
        has: { signed: token(5) },
        asks: { methods: ['form'] },
        terms: { signed: token(6, { methods: ['form'] }) },
      },
      { methods: ['form'], signed: token(6, { methods: ['form'] }) },
    ],
    [
      'other methods once it is paid',
      { attempts: [{ state: 'succeeded' }], asks: { methods: ['form'] } },
      'unchanged',
    ],
    [
      'other terms of another customer',
      { ...changed, attempts: [{}], asks: { customer: 'c-8' } },
      { customer: 'c-8', seal },
    ],
    [
      'terms that were wiped',
      { attempts: [{}], wiped: true, terms: { given: 'other' } },
      { seal: { ...stored, given: 'other' } },
    ],
    ['other terms once it is paid', { ...changed, attempts: [{ state: 'succeeded' }] }, 'unchanged'],
    [
      'other terms after its time, where another attempt may replace it',
      { ...changed, attempts: [{}], has: { expiresAt: at } },
      { seal },
    ],
    [
      'other terms after its time, where money may be on its way',
      { ...changed, attempts: [{ reportedSentAt: 1 }], has: { expiresAt: at } },
      'unchanged',
    ],
    ['another customer', { attempts: [{}], asks: { customer: 'c-8' } }, { customer: 'c-8' }],
    ['no proven customer', { attempts: [{}], asks: { customer: null } }, 'unchanged'],
    [
      'its time is over, and no order exists',
      {
        attempts: [absent],
        has: { expiresAt: at, expired: true },
        asks: { methods: ['form'], amount: { value: '1250', currency: 'UAH' } },
        terms: { signed: token(5) },
      },
      { methods: ['form'], expired: false, expiresAt: 149_000, terms: 'new', signed: token(5) },
    ],
    [
      'no more than the limit of attempts',
      { attempts: [absent], has: { expiresAt: at }, maxAttempts: 1 },
      'unchanged',
    ],
  ])('%s', (_, change, changes) => {
    expect(decide(change)).toEqual(changes)
  })
})
