// @vitest-environment happy-dom
import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, expect, test, vi } from 'vitest'
import { createApi } from '../../src/console/api.ts'
import { PayoutForm, type PayoutPipeline } from '../../src/console/parts/payout-form.tsx'
import { PayoutApproval } from '../../src/console/screens/payout.tsx'
import type { Session } from '../../src/console/session.ts'
import type { CreatePayout, PayoutDetail } from '../../src/contract/index.ts'

const page = document.body
const at = '2026-01-01T00:00:00Z'
afterEach(() => render(null, page))

const payout: CreatePayout = { reference: 'p-1', amount: '100.00', currency: 'UAH' }

async function submitForm(initial: CreatePayout, pipelines: PayoutPipeline[] = []): Promise<CreatePayout[]> {
  const submitted: CreatePayout[] = []
  await act(() => {
    render(
      <PayoutForm pipelines={pipelines} initial={initial} onSubmit={(one) => submitted.push(one)} />,
      page,
    )
  })
  await act(() => page.querySelector('form')?.requestSubmit())
  return submitted
}

test('changing a payout keeps its pipeline', async () => {
  const initial = { ...payout, pipeline: 'second' }
  expect(
    await submitForm(
      initial,
      ['first', 'second'].map((name) => ({ name, fields: [] })),
    ),
  ).toEqual([initial])
})

test('additional fields are sent without surrounding spaces and without empty rows', async () => {
  const additionalFields = [
    { key: ' cardNumber ', value: ' 4111111111111111\t' },
    { key: '', value: ' ' },
  ]
  expect(await submitForm({ ...payout, additionalFields })).toEqual([
    { ...payout, additionalFields: [{ key: 'cardNumber', value: '4111111111111111' }] },
  ])
})

test.each([[{ key: 'cardNumber', value: ' ' }], [{ key: ' ', value: '4111111111111111' }]])(
  'an incomplete additional field is refused: %o',
  async (field) => {
    expect(await submitForm({ ...payout, additionalFields: [field] })).toEqual([])
    expect(page.querySelector('[role=alert]')?.textContent).toContain('a key and a value')
  },
)

test.each([
  ['cardNumber', '4111 1111 1111 1112', 'A digit of this card number is wrong'],
  ['card', '411111111111', 'A digit of this card number is wrong'],
  ['iban', 'DE89 3704 0044 0532 0130 01', 'A character of this IBAN is wrong'],
  ['account', 'DE88370400440532013000', 'A character of this IBAN is wrong'],
])('a mistyped %s %s is refused at its field', async (key, value, message) => {
  expect(await submitForm({ ...payout, additionalFields: [{ key, value }] })).toEqual([])
  expect(page.querySelector('[role=alert]')?.textContent).toContain(message)
})

test('the destination of a pipeline has labelled fields, and is sent without separators', async () => {
  const fields = [
    { key: 'pan', kind: 'digits', required: true, label: 'Card' },
    { key: 'iban', kind: 'iban', required: false },
  ] as const
  const filled = (pan: string, iban: string) => ({
    ...payout,
    additionalFields: [
      { key: 'pan', value: pan },
      { key: 'iban', value: iban },
      { key: 'note', value: 'a b' },
    ],
  })
  expect(await submitForm(filled('', ''), [{ name: 'out', fields }])).toEqual([])
  expect(page.querySelector('[role=alert]')?.textContent).toBe('Enter: Card.')
  render(null, page)
  const sent = filled('4111111111111111', 'DE89370400440532013000')
  expect(
    await submitForm(filled('4111 1111-1111 1111', 'DE89 3704 0044 0532 0130 00'), [{ name: 'out', fields }]),
  ).toEqual([sent])
  expect([...page.querySelectorAll('label')].map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['Card', 'iban (optional)']),
  )
})

test.each([
  ['create', /^Approve 100\.00.UAH$/],
  ['discard', /^Approve the discard$/],
] as const)('the button that approves a %s names the act', (type, label) => {
  const detail: PayoutDetail = {
    ...{ reference: 'p-1', status: 'pending', needsReview: false, paid: null, reason: null },
    ...{ amount: { value: '100.00', currency: 'UAH' }, externalId: null, externalTransactionId: 't' },
    ...{ createdAt: at, updatedAt: at, createdBy: 'anna', destination: [] },
    ...{ attempts: [], callbacks: [], events: [], sameDestination: { payouts: [], more: false } },
    approvals: [{ action: type, requestedBy: 'anna', requestedAt: at, note: null, decided: null }],
  }
  const session: Session = {
    api: createApi('/pay/admin', 'a token', () => undefined),
    operator: { name: 'boris', scopes: ['payout:approve'] },
    pipelines: [],
  }
  render(<PayoutApproval payout={detail} session={session} decide={vi.fn()} />, page)
  expect(page.querySelector('button[type=submit]')?.textContent).toMatch(label)
})
