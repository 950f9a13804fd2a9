import { expect, test } from 'vitest'
import type { CheckoutView } from '../../../src/contract/index.ts'
import { etagMatches, etagOf } from '../../../src/server/http/etag.ts'

const proof = { access: 'pay', customer: null, until: null } as const

const view: CheckoutView = {
  id: 'co_1',
  order: '1042',
  status: 'pending',
  final: false,
  amount: { value: '10.00', currency: 'UAH' },
  paid: null,
  method: 'transfer',
  methods: ['transfer'],
  attempts: 1,
  action: null,
  reason: null,
  retry: false,
  expiresAt: '2026-01-01T00:30:00.000Z',
  now: '2026-01-01T00:00:00.000Z',
  pollAfter: 3,
}

test('the clock and the poll interval do not change the ETag', () => {
  expect(etagOf({ ...view, now: '2026-01-01T00:00:09.000Z', pollAfter: 30 }, proof)).toBe(etagOf(view, proof))
})

test('every other payment detail and field changes the ETag', () => {
  const cards = Array.from({ length: 20_000 }, (_, n) => `41111111${String(n * 5000).padStart(8, '0')}`)
  const others = cards.map((card): CheckoutView => {
    const blank = { recipient: null, bank: null, phone: null, iban: null, accountNumber: null, qr: null }
    return { ...view, action: { type: 'transfer', card, ...blank, scheme: null, formUrl: null } }
  })
  const words = [view, { ...view, retry: true }, { ...view, canReplace: true }, { ...view, attempts: 2 }]
  expect(new Set([...others, ...words].map((other) => etagOf(other, proof))).size).toBe(20_004)
})

test('another proof makes another version of the same view', () => {
  const tags = [
    etagOf(view, proof),
    etagOf(view, { access: 'outcome', customer: null, until: null }),
    etagOf(view, { access: 'pay', customer: 'c-7', until: null }),
  ]
  expect(new Set(tags).size).toBe(3)
})

test.each([
  ['"1"', true],
  ['W/"0", W/"1"', true],
  ['"0"', false],
  [' * ', true],
  ['"*"', false],
  ['', false],
])('If-None-Match %j of a version W/"1": matches %s', (header, matches) => {
  expect(etagMatches(header, 'W/"1"')).toBe(matches)
})
