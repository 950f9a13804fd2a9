import { expect, test } from 'vitest'
import { isSamePerson } from '../../../../src/contract/operator.ts'
import type { Approval } from '../../../../src/server/rules/model.ts'
import {
  amountsProblem,
  dailyLimit,
  isOwnRequest,
  needsApproval,
  type PayoutApproval,
  pendingApproval,
  reserved,
} from '../../../../src/server/rules/payout/approval.ts'
import { destinationText, maskFields } from '../../../../src/server/rules/payout/destination.ts'
import { dayOf } from '../../../../src/server/rules/time.ts'
import { JsonNumber } from '../../../../src/service/json.ts'
import { payout } from '../../store/fixtures.ts'

test.each<[policy: PayoutApproval, value: string, currency: string, needed: boolean]>([
  ['never', '1000000', 'UAH', false],
  ['always', '0.01', 'UAH', true],
  [{ UAH: '100' }, '99.99', 'UAH', false],
  [{ UAH: '100' }, '100.00', 'UAH', false],
  [{ UAH: '100' }, '100.0000001', 'UAH', true],
  [{ UAH: '100' }, '1', 'KZT', true],
  [{}, '1', 'toString', true],
])('%j: %s %s needs an approval: %s', (policy, value, currency, needed) => {
  expect(needsApproval({ value, currency }, policy)).toBe(needed)
})

test.each([
  [null, 'UAH', null],
  [{ UAH: '100' }, 'UAH', '100'],
  [{ UAH: '100' }, 'KZT', '0'],
])('of the limits %j that of %s is %s', (limits, currency, limit) => {
  expect(dailyLimit(limits, currency)).toBe(limit)
})

test.each([
  ['0', '100', '100', '100'],
  ['99.9', '0.1', '100', '100.0'],
  ['99.9', '0.11', '100', null],
  ['0', '0.01', '0', null],
])('%s and %s within %s: %s', (before, amount, limit, after) => {
  expect(reserved(before, { amount, limit })).toBe(after)
})

test('a day ends at 24:00 UTC', () => {
  expect(dayOf(Date.UTC(2026, 0, 31, 23, 59, 59, 999))).toBe('2026-01-31')
  expect(dayOf(Date.UTC(2026, 1, 1))).toBe('2026-02-01')
})

const approval = (overrides: Partial<Approval> = {}): Approval => ({
  ...{ action: 'create', attempt: null, by: 'anna', at: 0, note: null, decided: null },
  ...overrides,
})
const decided = { approved: true, by: 'boris', at: 1, note: null }

test.each([
  [approval(), 'boris', false],
  [approval(), 'anna', true],
  [approval(), ' ANNA', true],
  [approval({ by: null }), 'anna', false],
])('%j decided by %s: own %s', (pending, operator, isOwn) => {
  expect(isOwnRequest(pending, operator)).toBe(isOwn)
})

const request = { externalTransactionId: 't', pipeline: 'payout', body: 'sealed' }
test.each<[string, Partial<ReturnType<typeof payout>>, Approval['action'] | null]>([
  ['nothing was asked for', { approvals: [] }, null],
  ['asked for', { approvals: [approval()] }, 'create'],
  ['decided', { approvals: [approval({ decided })] }, null],
  ['a discard after it', { approvals: [approval({ decided }), approval({ action: 'discard' })] }, 'discard'],
  ['its data erased', { approvals: [approval()], request: { ...request, body: null } }, null],
  [
    'a discard, its data erased',
    { approvals: [approval({ action: 'discard' })], request: { ...request, body: null } },
    'discard',
  ],
])('what awaits a decision, %s: %#', (_, overrides, action) => {
  expect(pendingApproval(payout({ request, ...overrides }))?.action ?? null).toBe(action)
})

test('names are one person’s whatever their case and width', () => {
  expect(isSamePerson('Anna', 'ａnna')).toBe(true)
  expect(isSamePerson('anna', 'anne')).toBe(false)
})

test('wrong amounts are named by their currency', () => {
  expect(amountsProblem({ UAH: '10.5', KZT: '0' })).toBeNull()
  // It would be no limit at all.
  expect(amountsProblem({ UAH: '010000' })).toBe('has an amount that is not decimal text: UAH')
  expect(amountsProblem({ UAH: '1e3', KZT: '' })).toBe('has an amount that is not decimal text: UAH, KZT')
})

test.each([
  ['4149605012345678', '••••5678'],
  ['4149 6050 1234 5678', '••••5678'],
  ['UA213223130000026007233566001', 'UA••••6001'],
  ['+380 67 123 45 67', '••••4567'],
  ['Тарас Шевченко', 'Т••• Ш•••'],
  ['taras@mail.example', 't•••@m•••.e•••'],
  ['305299', '3•••'],
  ['1234567', '1•••'],
  ['12345678', '••••5678'],
  // No IBAN begins like these.
  ['Nr. UA213223130000026007233566001', '••••6001'],
  ['UA2X3223130000026007233566001', '••••6001'],
])('%s is shown as %s', (value, masked) => {
  expect(maskFields([{ key: 'k', value }])).toEqual([{ key: 'k', value: masked }])
})

test('a number of JSON is masked by its own digits, a boolean stays a word', () => {
  const fields = [
    { key: 'card', value: new JsonNumber('62123456789012345678') },
    { key: 'own', value: true },
  ]
  expect(maskFields(fields).map(({ value }) => value)).toEqual(['••••5678', 't•••'])
})

test('a destination is the same by its numbers, whatever is beside them', () => {
  const to = (...values: string[]) => destinationText(values.map((value, n) => ({ key: `k${n}`, value })))
  expect(to('4149 6050 1234 5678', 'Taras')).toBe(to('4149605012345678', 'T. Shevchenko'))
  expect(to('ua213223130000026007233566001')).toBe(to('UA21 3223 1300 0002 6007 2335 66001'))
  expect(to('4149605012345678')).not.toBe(to('4149605012345679'))
  expect(to('wallet', 'a')).not.toBe(to('wallet', 'b'))
  expect(to('4149605012345678', '5168742012345678')).toBe(to('5168742012345678', '4149605012345678'))
  expect(to()).toBeNull()
})

test('a destination is written as it always was, since stored digests are of that text', () => {
  const fields = ['ua21 3223 1300', '4149-6050-1234-5678', 'Taras'].map((value) => ({ key: 'k', value }))
  expect(destinationText(fields)).toBe('["destination","4149605012345678","UA2132231300"]')
  expect(destinationText([{ key: 'k', value: 'wallet a' }])).toBe('["destination","WALLETA"]')
})
