import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CheckoutView } from '../../../src/contract/view.ts'
import { readView } from '../../../src/widget/core/read-view.ts'
import { view } from './fake-page.ts'

test('what the contract’s schema takes is read as it is', () => {
  const sent = CheckoutView.parse(
    view({
      status: 'failed',
      paid: { value: '1249.5', currency: 'USDT_TRC20' },
      reason: { code: '5.2.2.63', group: 'issuer', key: 'insufficient-funds' },
      action: { type: 'redirect', url: 'https://form.example/?a=1' },
      savedCards: [{ id: 'c1', label: '4441 •••• 6666' }],
      version: 'W/"1"',
    }),
  )
  expect(readView(JSON.parse(JSON.stringify(sent)))).toEqual(sent)
})

test('a server in another language need only give five fields', () => {
  const least = {
    id: 'x1',
    status: 'pending',
    final: false,
    amount: { value: '5', currency: 'EUR' },
    action: null,
  }
  expect(readView(least)).toMatchObject({
    ...least,
    methods: [],
    attempt: 1,
    retry: false,
    paid: null,
    pollAfter: 3,
  })
})

test('an unknown status is pending, never paid', () => {
  expect(readView({ ...view(), status: 'Success!' })?.status).toBe('pending')
})

test.each(['soon', 'order 1', '2026-13-45T00:00:00Z', '\u202e12:00', null, 12])(
  'an end that is no moment, such as %j, is none',
  (expiresAt) => {
    expect(readView({ ...view(), expiresAt })?.expiresAt).toBeNull()
  },
)

test('final ends the asking, whatever pollAfter says', () => {
  expect(readView({ ...view(), final: true, pollAfter: 5 })?.pollAfter).toBeNull()
})

test.each([
  ['no id', { id: '' }],
  ['an id that does not go into an address', { id: 'co_\ud800' }],
  ['an amount that is a number', { amount: 1250 }],
  ['an amount in words', { amount: { value: '1e9', currency: 'UAH' } }],
  ['no word on whether it is final', { final: 'yes' }],
])('%s is no view', (_, changed) => {
  expect(readView({ ...view(), ...changed })).toBeNull()
})

test('whatever JSON comes, it is a view of the contract or none, and nothing is thrown', () => {
  const field = fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary' }))
  const loose = fc.record(
    Object.fromEntries(
      Object.keys(view()).map((name) => [name, fc.oneof(fc.constant(Reflect.get(view(), name)), field)]),
    ),
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(loose, (body) => {
      const read = readView(body)
      if (read) CheckoutView.parse(read)
    }),
  )
})
