// @vitest-environment happy-dom
import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, expect, test, vi } from 'vitest'
import { createApi } from '../../src/console/api.ts'
import { PayoutForm } from '../../src/console/parts/payout-form.tsx'
import { PayoutApproval } from '../../src/console/screens/payout.tsx'
import type { Session } from '../../src/console/session.ts'
import type { CreatePayout, PayoutDetail } from '../../src/contract/index.ts'

const page = document.body
const at = '2026-01-01T00:00:00Z'
afterEach(() => render(null, page))

const payout: CreatePayout = { reference: 'p-1', amount: '100.00', currency: 'UAH' }

async function submitForm(initial: CreatePayout, pipelines: string[] = []): Promise<CreatePayout[]> {
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
  expect(await submitForm(initial, ['first', 'second'])).toEqual([initial])
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
