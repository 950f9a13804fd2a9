// @vitest-environment happy-dom
import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, expect, test, vi } from 'vitest'
import { App } from '../../src/console/app.tsx'
import { PayoutForm } from '../../src/console/parts/payout-form.tsx'
import { navigate, route } from '../../src/console/route.ts'
import { duplicateReference, NewPayout } from '../../src/console/screens/new-payout.tsx'
import { PayoutApproval } from '../../src/console/screens/payout.tsx'
import { session as currentSession, type Session } from '../../src/console/session.ts'
import type { CreatePayout, PayoutDetail } from '../../src/contract/index.ts'
import { waitFor } from '../support/wait-for.ts'
import { page } from './page.ts'
import { payoutDetail, payoutView } from './payout-view.ts'
import { sessionOf } from './session-of.ts'
import { typeInto } from './type-into.ts'

const at = '2026-01-01T00:00:00Z'
afterEach(() => {
  currentSession.value = null
})

const payout: CreatePayout = { reference: 'p-1', amount: '100.00', currency: 'UAH' }

async function submitForm(
  initial: CreatePayout,
  pipelines: Session['pipelines'] = [],
): Promise<CreatePayout[]> {
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

const named = (name: string) => ({ name, profile: 'payout' as const })

test('changing a payout keeps its pipeline', async () => {
  const initial = { ...payout, pipeline: 'second' }
  expect(await submitForm(initial, [named('first'), named('second')])).toEqual([initial])
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

test('a field without a key is refused', async () => {
  const additionalFields = [{ key: ' ', value: '4111111111111111' }]
  expect(await submitForm({ ...payout, additionalFields })).toEqual([])
  expect(page.querySelector('[role=alert]')?.textContent).toContain('a key and a value')
})

test.each([
  ['cardNumber', '4111 1111 1111 1112', 'compare each digit'],
  ['cardNumber', '4111 1111', '12 to 19 digits'],
  ['iban', 'UA213223130000026007233566002', 'compare each character'],
  ['iban', '260072', 'no IBAN'],
  ['accountNumber', 'UA213223130000026007233566002', 'compare each character'],
  ['name', '', 'Fill this in'],
])('a mistyped %s is refused beside its field: %s', async (key, value, problem) => {
  const kind = key === 'iban' ? 'iban' : 'text'
  const fields = [{ key, kind, required: true, label: 'To' } as const]
  const additionalFields = [{ key, value }]
  const pipeline = { ...named('only'), fields }
  expect(await submitForm({ ...payout, additionalFields }, [pipeline])).toEqual([])
  const input = page.querySelector(`[name=${key}]`)
  expect(input?.getAttribute('aria-invalid')).toBe('true')
  const hint = page.querySelector(`#${input?.getAttribute('aria-describedby')}`)
  expect(hint?.textContent).toContain(problem)
})

test('what the merchant declares is asked for by its label, and sent without the spaces of a group', async () => {
  const fields = [
    { key: 'cardNumber', kind: 'digits', required: true, label: 'Card of the payee' },
    { key: 'iban', kind: 'iban', required: false },
  ] as const
  const additionalFields = [
    { key: 'cardNumber', value: '4111111111111111' },
    { key: 'iban', value: 'UA213223130000026007233566001' },
  ]
  const pipeline = { ...named('only'), fields: [...fields] }
  expect(await submitForm({ ...payout, additionalFields }, [pipeline])).toEqual([
    { ...payout, additionalFields },
  ])
  const label = page.querySelector('label[for=payout-cardNumber]')
  expect(label?.textContent).toBe('Card of the payee')
  const shown = page.querySelector<HTMLInputElement>('[name=cardNumber]')
  expect(shown?.value).toBe('4111 1111 1111 1111')
})

/** Shows a payout of which an act awaits the approval of boris. */
function showApproval(
  act: 'create' | 'discard',
  requestedAt = at,
  decide = vi.fn(async () => undefined),
  issuedTo: string[] = [],
): void {
  const detail: PayoutDetail = {
    ...payoutDetail,
    issuedTo,
    approvals: [{ action: act, requestedBy: 'anna', requestedAt, note: null, decided: null }],
  }
  render(
    <PayoutApproval payout={detail} session={sessionOf(['payout:approve'], 'boris')} decide={decide} />,
    page,
  )
}

test.each([
  ['create', /^Approve 100\.00.UAH$/],
  ['discard', /^Approve the discard$/],
] as const)('the button that approves a %s names the act', (type, label) => {
  showApproval(type)
  expect(page.querySelector('button[type=submit]')?.textContent).toMatch(label)
})

test('who was given the address of a refund may reject its payout only', () => {
  showApproval('create', at, undefined, ['Boris'])
  expect(page.querySelector('button[type=submit]')).toBeNull()
  expect(page.querySelector('.actions')?.textContent).toBe('Reject')
  expect(page.querySelector('form .hint')?.textContent).toContain('another operator has to approve it')
  showApproval('create', at, undefined, ['clara'])
  expect(page.querySelector('form .hint')).toBeNull()
  showApproval('discard', at, undefined, ['Boris'])
  expect(page.querySelector('button[type=submit]')?.textContent).toBe('Approve the discard')
})

test('who decides about the payout of a refund sees of which order it is, and why', () => {
  const refund = { checkout: 'co_1', order: '1042', note: 'One of two came back' }
  const approvals: PayoutDetail['approvals'] = [
    { action: 'create', requestedBy: 'anna', requestedAt: at, note: null, decided: null },
  ]
  const session = sessionOf(['payout:approve'], 'boris')
  const decide = async (): Promise<void> => undefined
  render(
    <PayoutApproval payout={{ ...payoutDetail, refund, approvals }} session={session} decide={decide} />,
    page,
  )
  const shown = page.querySelector('a[href="#/checkouts/co_1"]')
  expect(shown?.parentElement?.textContent).toBe('1042: One of two came back')
})

test.each([
  [false, 'Nothing: this is the first payout to it.'],
  [true, 'None that can be read.'],
])('where no other payout to it is shown and there are more is %s: %s', (more, words) => {
  const approvals = [
    { action: 'create' as const, requestedBy: 'anna', requestedAt: at, note: null, decided: null },
  ]
  const shown = { ...payoutDetail, approvals, sameDestination: { payouts: [], more } }
  const decide = async (): Promise<void> => undefined
  render(
    <PayoutApproval payout={shown} session={sessionOf(['payout:approve'], 'boris')} decide={decide} />,
    page,
  )
  expect(page.querySelector('.empty')?.textContent).toBe(words)
})

test('a payout is rejected without a reason', async () => {
  const decide = vi.fn(async () => undefined)
  showApproval('create', at, decide)
  await act(() => page.querySelector<HTMLButtonElement>('.actions button[type=button]')?.click())
  expect(decide.mock.calls).toEqual([['reject', '']])
})

test('the reason for one act is not recorded for a later one', async () => {
  const reason = () => page.querySelector('textarea')
  showApproval('create')
  await typeInto('textarea', 'Agreed by phone')
  showApproval('create')
  expect(reason()?.value).toBe('Agreed by phone')
  showApproval('discard', '2026-01-02T00:00:00Z')
  expect(reason()?.value).toBe('')
})

test.each([
  ['shown to who waits for it', { page: 'new-payout' }, { page: 'payout', reference: 'p-1' }],
  ['not forced on who has gone on', { page: 'balance', currency: '' }, { page: 'balance', currency: '' }],
] as const)('a payout is created once however often that is requested, and %s', async (_, next, shown) => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<Response>()
  const request = vi.fn(() => answered)
  vi.stubGlobal('fetch', request)
  duplicateReference.value = ''
  await act(() => render(<NewPayout session={sessionOf(['payout:create'])} />, page))
  for (const input of page.querySelectorAll('input')) input.value = Reflect.get(payout, input.name) ?? ''
  await act(() => page.querySelector('form')?.requestSubmit())
  for (const _ of ['once', 'again']) await act(() => page.querySelector('button')?.click())
  navigate(next)
  if (next.page !== 'new-payout') await act(() => render(null, page))
  answer(Response.json(payoutView))
  await waitFor(() => expect(duplicateReference.value).toBe('p-1'))
  expect(request).toHaveBeenCalledOnce()
  expect(route.value).toEqual(shown)
})

test('a link to another payout shows that payout', async () => {
  vi.stubGlobal('fetch', async (url: string) => {
    const reference = url.replace('/pay/admin/payouts/', '')
    const value = reference === 'p-1' ? '100.00' : '200.00'
    return Response.json({ ...payoutDetail, reference, amount: { value, currency: 'UAH' } })
  })
  currentSession.value = sessionOf()
  const shown = () => [page.querySelector('h1')?.textContent, page.querySelector('.amount')?.textContent]
  navigate({ page: 'payout', reference: 'p-1' })
  render(<App adminUrl="/pay/admin" />, page)
  await waitFor(() => expect(shown()).toEqual(['Payout p-1', '100.00 UAH']))
  navigate({ page: 'payout', reference: 'p-2' })
  await waitFor(() => expect(shown()).toEqual(['Payout p-2', '200.00 UAH']))
})
