import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CheckoutView } from '../../../src/contract/view.ts'
import { readFieldErrors, readView } from '../../../src/widget/core/read-view.ts'
import { view } from './fake-page.ts'

test('a view that the contract’s schema accepts is read unchanged', () => {
  const sent = CheckoutView.parse(
    view({
      status: 'failed',
      paid: { value: '1249.5', currency: 'USDT_TRC20' },
      reason: { code: '5.2.2.63', group: 'issuer', key: 'insufficient-funds' },
      savedCards: [{ id: 'c1', label: '4441 •••• 6666' }],
      ...{ canReplace: true, canClaim: false, canExtend: true },
      refunds: [{ amount: { value: '10.00', currency: 'UAH' }, state: 'pending' }],
      fields: {
        transfer: [
          {
            key: 'email',
            kind: 'email',
            required: true,
            pattern: '.+',
            maxLength: 80,
            label: 'E',
            hint: 'H',
          },
          { key: 'bankName', kind: 'select', required: false, options: [{ value: 'm', label: 'monobank' }] },
        ],
      },
      version: 'W/"1"',
    }),
  )
  expect(readView(JSON.parse(JSON.stringify(sent)))).toEqual(sent)
})

test('a transfer with an encoded QR code and a link is read unchanged', () => {
  const action = {
    type: 'transfer',
    ...{ card: '4441114455556666', recipient: null, bank: null, phone: null, iban: null },
    ...{ accountNumber: null, qr: 'upi://pay?pa=a@b', scheme: null, formUrl: null },
    code: { size: 21, modules: 'A'.repeat(75) },
    link: { url: 'upi://pay?pa=a@b', kind: 'upi' },
  } as const
  expect(readView(view({ action }))?.action).toEqual(action)
})

test.each([
  ['a size that no QR code has', { size: 22, modules: 'A'.repeat(82) }],
  ['a size that is too small', { size: 17, modules: 'A'.repeat(50) }],
  ['a size that is too large', { size: 181, modules: 'A'.repeat(5462) }],
  ['missing modules', { size: 21, modules: 'A'.repeat(74) }],
  ['too many modules', { size: 21, modules: 'A'.repeat(76) }],
  ['modules that are not base64url', { size: 21, modules: '='.repeat(75) }],
])('a QR code with %s is read as null', (_, code) => {
  const body: unknown = { ...view(), action: { type: 'transfer', qr: 'x', code } }
  expect(readView(body)?.action).toMatchObject({ qr: 'x', code: null })
})

test('a blank payment detail is read as missing', () => {
  const body: unknown = {
    ...view(),
    action: { type: 'transfer', card: ' ', iban: '', phone: '+380671234567' },
  }
  expect(readView(body)?.action).toMatchObject({ card: null, iban: null, phone: '+380671234567' })
})

test('five fields are enough for a view', () => {
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
    attempts: 1,
    retry: false,
    paid: null,
    pollAfter: 3,
  })
})

test.each<[string, unknown, unknown]>([
  ['no list', { transfer: 'email' }, undefined],
  ['an empty list', { transfer: [] }, undefined],
  ['an unknown method', { crypto: [{ key: 'wallet' }] }, undefined],
  [
    'a field without a key',
    { form: [{ kind: 'text' }, { key: 'a' }] },
    { form: [{ key: 'a', kind: 'text' }] },
  ],
  ['an unknown kind', { form: [{ key: 'a', kind: 'date' }] }, { form: [{ kind: 'text', required: false }] }],
  ['a select without options', { form: [{ key: 'a', kind: 'select' }] }, { form: [{ kind: 'text' }] }],
  [
    'an option without a label',
    { form: [{ key: 'a', kind: 'select', options: [{ value: 'x' }, {}] }] },
    { form: [{ kind: 'select', options: [{ value: 'x', label: 'x' }] }] },
  ],
])('fields with %s are read as far as possible', (_, fields, expected) => {
  const read = readView({ ...view(), fields })?.fields
  if (expected === undefined) expect(read).toBeUndefined()
  else expect(read).toMatchObject(Object(expected))
})

test('an unknown status is pending, never paid', () => {
  expect(readView({ ...view(), status: 'Success!' })?.status).toBe('pending')
})

test.each(['soon', 'order 1', '2026-13-45T00:00:00Z', '\u202e12:00', null, 12])(
  'an invalid expiresAt such as %j is read as null',
  (expiresAt) => {
    expect(readView({ ...view(), expiresAt })?.expiresAt).toBeNull()
  },
)

test('a final view has no pollAfter, whatever the server sent', () => {
  const failed = { ...view(), status: 'failed', final: true, pollAfter: 5 }
  expect(readView(failed)).toMatchObject({ final: true, pollAfter: null })
  expect(readView({ ...view(), status: 'succeeded' })).toMatchObject({ final: true, pollAfter: null })
})

test('a view that can still change is followed slowly, although the server calls it final', () => {
  for (const status of ['choosing', 'preparing', 'pending', 'Cancelled'])
    expect(readView({ ...view(), status, final: true })).toMatchObject({ final: false, pollAfter: 30 })
})

test('what contradicts the status is left out', () => {
  const action = { type: 'redirect', url: 'https://form.example/' }
  const reason = { code: null, group: 'risk', key: 'limit' }
  const paid = { value: '5', currency: 'EUR' }
  const sent = { ...view(), attempts: 2, action, reason, paid }
  const read = (status: string) => readView({ ...sent, status })
  expect(read('choosing')).toMatchObject({
    attempts: 0,
    method: null,
    action: null,
    reason: null,
    paid: null,
  })
  expect(read('pending')).toMatchObject({ action, reason: null, paid })
  expect(read('failed')).toMatchObject({ action: null, reason, paid })
  expect(read('expired')).toMatchObject({ action: null, reason: null, paid })
})

test('what the status requires has a neutral default', () => {
  const { amount } = view()
  expect(readView({ ...view(), status: 'succeeded', paid: null })?.paid).toEqual(amount)
  const unspecified = { code: null, group: 'none', key: 'unspecified' }
  expect(readView({ ...view(), status: 'failed', reason: null })?.reason).toEqual(unspecified)
})

test.each([
  ['no id', { id: '' }],
  ['an id that is not valid in a URL', { id: 'co_\ud800' }],
  ['an amount that is a number', { amount: 1250 }],
  ['an amount with an exponent', { amount: { value: '1e9', currency: 'UAH' } }],
  ['a status that is not text', { status: 7 }],
  ['a final that is not a boolean', { final: 'yes' }],
])('a view with %s is rejected', (_, changed) => {
  expect(readView({ ...view(), ...changed })).toBeNull()
})

test('any JSON is read as a view of the contract or as null, without throwing', () => {
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

test('every member of a view is read', () => {
  const sent = CheckoutView.parse({
    ...view({ retry: true, canClaim: true, canReplace: true, canExtend: true, version: 'W/"1"' }),
    claim: {
      number: 'C-7',
      state: 'declined',
      at: '2026-11-20T11:00:00Z',
      reason: 'not_received',
      text: 'No.',
    },
    refunds: [],
    reportedSentAt: '2026-11-20T11:58:00.000Z',
    expiresAt: '2026-11-20T12:30:00.000Z',
    merchant: {
      name: 'Shop',
      support: { email: 'a@b.example', phone: '+380', url: 'https://shop.example/' },
    },
    next: { text: 'Thank you', url: 'https://shop.example/next' },
    action: {
      ...{ type: 'transfer', card: '4441114455556666', recipient: 'Olena', bank: 'Bank', phone: '+380' },
      ...{ iban: 'UA21', accountNumber: '26001', qr: 'x', scheme: 'sepa', formUrl: 'https://form.example/' },
      ...{ code: null, link: null },
    },
  })
  expect(readView(JSON.parse(JSON.stringify(sent)))).toEqual(sent)
})

/** What of these members of a view is read, by the same names. */
const readMembers = (sent: object) =>
  Object.fromEntries(
    Object.keys(sent).map((key) => [key, Reflect.get(readView({ ...view(), ...sent }) ?? {}, key)]),
  )

test.each<[Record<string, unknown>, Record<string, unknown>]>([
  [
    { order: 7, now: null, version: '\n' },
    { order: '', now: '', version: '' },
  ],
  [
    { retry: 'true', canReplace: 1 },
    { retry: false, canReplace: false },
  ],
  [
    { canClaim: 'yes', canExtend: {} },
    { canClaim: false, canExtend: false },
  ],
  [{ methods: 'form' }, { methods: [] }],
  [{ methods: ['form', 'cash', '', 'saved-card'] }, { methods: ['form', 'saved-card'] }],
  [{ attempts: '2' }, { attempts: 1 }],
  [{ attempts: -1 }, { attempts: 1 }],
  [{ attempts: 1.5 }, { attempts: 1 }],
  [{ attempts: 0 }, { attempts: 0 }],
  [{ pollAfter: -1 }, { pollAfter: 3 }],
  [{ pollAfter: '5' }, { pollAfter: 3 }],
  [{ pollAfter: 0 }, { pollAfter: 0 }],
  [{ claim: null }, { claim: undefined }],
  [{ claim: { number: 'C-7', state: 'closed' } }, { claim: undefined }],
  [{ claim: { state: 'open', text: '' } }, { claim: { number: '', at: '', state: 'open' } }],
  [{ claim: { state: 'accepted', at: 5 } }, { claim: { number: '', at: '', state: 'accepted' } }],
  [
    { refunds: [{ amount: { value: '1', currency: 'EUR' }, state: 'lost' }, { state: 'pending' }] },
    { refunds: [] },
  ],
  [{ reportedSentAt: 'on 2026-11-20' }, { reportedSentAt: undefined }],
  [{ expiresAt: '+002026-11-20T12:00:00Z' }, { expiresAt: null }],
  [
    { savedCards: [{ id: 'c1' }, { label: 'one' }, { id: 'ü1' }, 7] },
    { savedCards: [{ id: 'c1', label: '' }] },
  ],
  [{ merchant: 'Shop' }, { merchant: undefined }],
  [{ merchant: { support: { email: 'a@b.example' } } }, { merchant: undefined }],
  [{ merchant: { name: 'Shop', support: 'me' } }, { merchant: { name: 'Shop', support: undefined } }],
  [{ next: 'go' }, { next: undefined }],
  [{ next: { text: '', url: 7, other: 'x' } }, { next: {} }],
  [{ action: 'transfer' }, { action: null }],
  [{ action: { type: 'cash', card: '4' } }, { action: null }],
  [{ action: { type: 'redirect' } }, { action: null }],
])('of %j is read %j', (sent, expected) => {
  expect(readMembers(sent)).toEqual(expected)
})

test.each(['requested', 'pending', 'succeeded', 'failed'] as const)('a refund can be %s', (state) => {
  const refunds = [{ amount: { value: '1', currency: 'EUR' }, state }]
  expect(readMembers({ refunds })).toEqual({ refunds })
})

test.each(['none', 'technical', 'authorization', 'business', 'risk', 'user', 'issuer'])(
  'the group of a reason can be %s',
  (group) => {
    const sent = { status: 'failed', reason: { code: '1', group, key: 'k' } }
    expect(readMembers(sent)).toEqual(sent)
  },
)

test.each(['text', 'email', 'tel', 'digits', 'iban'])('the kind of a field can be %s', (kind) => {
  expect(readMembers({ fields: { form: [{ key: 'a', kind }] } })).toMatchObject({
    fields: { form: [{ key: 'a', kind }] },
  })
})

test.each(['javascript:alert(1)', 'javascript:upi:', 'http://bank.example/', ' https://bank.example/', ''])(
  'the link %j is left out',
  (url) => {
    expect(readMembers({ action: { type: 'transfer', link: { url, kind: 'upi' } } })).toMatchObject({
      action: { link: null },
    })
  },
)

test.each(['https://bank.example/', 'bank:pay', 'upi://pay'])(
  'the link %s is read, without a kind',
  (url) => {
    expect(readMembers({ action: { type: 'transfer', link: { url } } })).toMatchObject({
      action: { link: { url, kind: '' } },
    })
  },
)

test.each([
  ['one module', { size: 1, modules: 'AA' }, false],
  ['the largest size', { size: 177, modules: 'A'.repeat(5223) }, true],
  ['text before the modules', { size: 21, modules: `=${'A'.repeat(74)}` }, false],
  ['text after the modules', { size: 21, modules: `${'A'.repeat(74)}=` }, false],
])('whether a QR code is read: one with %s', (_, code, isRead) => {
  expect(readMembers({ action: { type: 'transfer', code } })).toMatchObject({
    action: { code: isRead ? code : null },
  })
})

test('the errors of fields are read without those that name no field', () => {
  expect(readFieldErrors([{ key: 'a', rule: 'kind' }, { key: 'b' }, { rule: 'kind' }, 'c'])).toEqual([
    { key: 'a', rule: 'kind' },
    { key: 'b', rule: '' },
  ])
})
