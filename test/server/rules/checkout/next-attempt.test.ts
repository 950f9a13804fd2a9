import { describe, expect, test } from 'vitest'
import {
  type Cascade,
  type DepositRoute,
  mayContinueAutomatically,
  nextAutomaticAttempt,
  selectableMethods,
} from '../../../../src/server/rules/checkout/next-attempt.ts'
import type { Attempt, Checkout } from '../../../../src/server/rules/model.ts'
import { attempt, checkout } from '../../store/fixtures.ts'

const now = 2000
const transfer: DepositRoute = { pipeline: 'p2p', method: 'transfer' }
const otherTransfer: DepositRoute = { pipeline: 'p2p-2', method: 'transfer' }
const form: DepositRoute = { pipeline: 'form', method: 'form' }
const card: DepositRoute = { pipeline: 'token', method: 'saved-card' }
const otherCard: DepositRoute = { pipeline: 'token-2', method: 'saved-card' }
const all = [card, otherCard, transfer, otherTransfer, form]

/** Consecutive attempts, by their routes. */
const attempts = (...list: [route: DepositRoute, overrides: Partial<Attempt>][]): Attempt[] =>
  list.map(([route, overrides], index) => attempt({ n: index + 1, ...route, ...overrides }))
const refused: Partial<Attempt> = { state: 'refused', confirmedAbsent: true }
const withoutDetails: Partial<Attempt> = { state: 'placed', detailsLost: true }

const next = (
  list: Attempt[],
  {
    cascade = 'offer',
    routes = all,
    ...overrides
  }: { cascade?: Cascade; routes?: DepositRoute[] } & Partial<Checkout> = {},
) =>
  nextAutomaticAttempt(
    checkout({ methods: ['saved-card', 'transfer', 'form'], attempts: list, seenAt: now, ...overrides }),
    now,
    routes,
    cascade,
  )

describe('what the server starts by itself', () => {
  test.each<[what: string, list: Attempt[], offer: DepositRoute | null, auto: DepositRoute | null]>([
    ['nothing was started yet', [], null, null],
    ['still undecided', attempts([transfer, { state: 'unknown' }]), null, null],
    ['can be paid', attempts([transfer, { state: 'placed' }]), null, null],
    ['failed', attempts([transfer, { state: 'failed' }]), null, null],
    [
      'no order was created',
      attempts([transfer, { state: 'not_created', confirmedAbsent: true }]),
      null,
      null,
    ],
    ['refused, not looked up', attempts([transfer, { state: 'refused' }]), null, null],
    ['refused: another pipeline of the method', attempts([transfer, refused]), otherTransfer, otherTransfer],
    ['all its pipelines refused', attempts([transfer, refused], [otherTransfer, refused]), null, form],
    [
      'everything refused',
      attempts([transfer, refused], [otherTransfer, refused], [form, refused]),
      null,
      null,
    ],
    ['a form refused: the merchant’s first other method', attempts([form, refused]), null, transfer],
    ['a saved card refused: never another card', attempts([card, refused]), null, transfer],
    ['payment details lost: the same route', attempts([transfer, withoutDetails]), transfer, transfer],
    ['lost twice: no more', attempts([transfer, withoutDetails], [transfer, withoutDetails]), null, null],
    [
      'refused, then lost: the same route',
      attempts([form, refused], [transfer, withoutDetails]),
      transfer,
      transfer,
    ],
    [
      'refused, then lost twice: no more',
      attempts([form, refused], [transfer, withoutDetails], [transfer, withoutDetails]),
      null,
      null,
    ],
    [
      'replaced: the payer chooses the next one',
      attempts([transfer, { state: 'placed', replacedAt: 1500 }]),
      null,
      null,
    ],
    [
      'refused once, then failed, then refused: the first may be used again',
      attempts([otherTransfer, refused], [form, { state: 'failed' }], [transfer, refused]),
      otherTransfer,
      otherTransfer,
    ],
  ])('%s', (_, list, offer, auto) => {
    expect(next(list)).toEqual(offer)
    expect(next(list, { cascade: 'auto' })).toEqual(auto)
  })

  test('nothing before the payer has chosen', () => {
    expect(mayContinueAutomatically(checkout({ seenAt: now }), now)).toBe(false)
    expect(
      mayContinueAutomatically(checkout({ seenAt: now, attempts: attempts([form, refused]) }), now),
    ).toBe(true)
  })

  test('only while a payer waits, and while there is time', () => {
    const list = attempts([transfer, refused])
    expect(next(list, { seenAt: now - 59_999 })).toEqual(otherTransfer)
    expect(next(list, { seenAt: now - 60_000 })).toBeNull()
    expect(next(list, { expiresAt: now })).toBeNull()
  })

  test('another pipeline of the method comes before the merchant’s first other method', () => {
    const otherForm: DepositRoute = { pipeline: 'form-2', method: 'form' }
    const routes = [transfer, form, otherForm]
    expect(next(attempts([form, refused]), { cascade: 'auto', routes })).toEqual(otherForm)
  })

  test('the cascade follows the merchant’s order of available methods, never to a saved card', () => {
    const list = attempts([transfer, refused])
    const start = (methods: Checkout['methods'], routes: DepositRoute[]) =>
      next(list, { cascade: 'auto', methods, routes })
    expect(start(['transfer', 'saved-card', 'form'], [card, transfer, form])).toEqual(form)
    expect(start(['transfer', 'saved-card'], [card, transfer, form])).toBeNull()
    expect(start(['transfer', 'form'], [card, transfer])).toBeNull()
  })

  test('a saved card is not restarted for lost paymentDetails: it has none', () => {
    const followed = attempts([card, { state: 'placed', profile: 'token', detailsLost: true }])
    expect(next(followed)).toBeNull()
  })
})

describe('what the payer may choose', () => {
  const choices = (list: Attempt[], at = now, available = ['transfer', 'form'] as const) =>
    selectableMethods(checkout({ methods: ['form', 'transfer'], attempts: list }), new Set(available), at)

  test('the merchant’s methods that have a pipeline, in the merchant’s order', () => {
    expect(choices([])).toEqual(['form', 'transfer'])
    expect(
      selectableMethods(checkout({ methods: ['form', 'transfer'] }), new Set(['transfer']), now),
    ).toEqual(['transfer'])
  })

  test('not a method just refused, while others remain', () => {
    expect(choices(attempts([transfer, refused]))).toEqual(['form'])
    expect(choices(attempts([transfer, refused], [form, refused]))).toEqual(['form', 'transfer'])
    expect(choices(attempts([transfer, refused], [form, { state: 'failed' }]))).toEqual(['form', 'transfer'])
  })

  test('after expiry refused methods stay in the list', () => {
    expect(choices(attempts([transfer, refused]), 100_000)).toEqual(['form', 'transfer'])
  })
})
