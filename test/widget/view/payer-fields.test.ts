// @vitest-environment happy-dom
import { fireEvent } from '@testing-library/preact'
import { describe, expect, test } from 'vitest'
import { choosing, email, failed, transfer } from '../../../demo/gallery/views.ts'
import type { CheckoutView, PayerField } from '../../../src/contract/view.ts'
import { payerFieldsForm } from '../../../src/widget/view/payer-fields/screen.tsx'
import { openPayer } from './payer.ts'

const payerId: PayerField = { key: 'payeerIdentifier', kind: 'text', required: true, maxLength: 8 }
const bank: PayerField = {
  key: 'bankName',
  kind: 'select',
  required: true,
  options: [
    { value: 'mono', label: 'monobank' },
    { value: 'privat', label: 'PrivatBank' },
  ],
}
const withFields = (...fields: PayerField[]): CheckoutView => ({ ...choosing, fields: { transfer: fields } })
const attempts = `/pay/checkouts/${transfer.id}/attempts`
const transferButton = 'Transfer From your banking app, 1–5 minutes'
const refusal = (...fields: { key: string; rule: string }[]) => ({
  status: 422,
  text: JSON.stringify({ code: 'fields_invalid', fields }),
})

type Payer = Awaited<ReturnType<typeof openPayer>>

const input = ({ widget }: Payer, label: string | RegExp) => {
  const element = widget.getByLabelText(label)
  if (element instanceof HTMLInputElement || element instanceof HTMLSelectElement) return element
  throw new Error(`${label} is not an input`)
}
const type = (payer: Payer, label: string | RegExp, value: string) =>
  fireEvent.input(input(payer, label), { target: { value } })
const submit = async ({ place, page }: Payer) => {
  const form = place.querySelector('form')
  if (form) fireEvent.submit(form)
  await page.advance(0)
}
/** The error beside each field that is marked invalid, by the text that describes it. */
const errors = ({ place }: Payer) =>
  [...place.querySelectorAll('[aria-invalid=true]')].map((field) =>
    field
      .getAttribute('aria-describedby')
      ?.split(' ')
      .map((id) => place.querySelector(`#${id}`)?.textContent)
      .at(-1),
  )

describe('the form', () => {
  test('opens for the chosen method, and back leads to the methods', async () => {
    const payer = await openPayer(withFields(email))
    await payer.press(transferButton)
    expect([payer.heading(), payer.hint()]).toEqual(['Your details', 'Transfer'])
    expect(payer.focused()?.textContent).toBe('Your details')
    await payer.press('Back')
    expect(payer.heading()).toBe('How would you like to pay?')
    expect(payer.requestsSent()).toEqual([])
  })

  test('is not shown for a method without fields', async () => {
    const payer = await openPayer(withFields(email))
    await payer.press('Card On a secure payment page')
    expect(payer.requestsSent()).toMatchObject([{ body: { method: 'form', after: 0 } }])
  })

  test('is shown at once for a single method, without a way back', async () => {
    const payer = await openPayer({ ...withFields(email), methods: ['transfer'] })
    expect(payer.heading()).toBe('Your details')
    expect(payer.widget.queryByRole('button', { name: 'Back' })).toBeNull()
  })

  test('sends what was typed, without separators and empty fields', async () => {
    const phone: PayerField = { key: 'phone', kind: 'tel', required: true }
    const name: PayerField = { key: 'fullName', kind: 'text', required: false }
    const payer = await openPayer({ ...withFields(phone, bank, name), methods: ['transfer'] })
    type(payer, 'Phone number', '+380 67 123-45-67')
    fireEvent.change(input(payer, 'Your bank'), { target: { value: 'privat' } })
    await submit(payer)
    expect(payer.requestsSent()).toEqual([
      {
        method: 'POST',
        path: attempts,
        body: { method: 'transfer', fields: { phone: '+380671234567', bankName: 'privat' }, after: 0 },
      },
    ])
    expect(JSON.stringify(payer.events)).not.toContain('380')
  })

  test('says what to do where one well-known field is all', async () => {
    const headingOf = async (...fields: PayerField[]) =>
      (await openPayer({ ...withFields(...fields), methods: ['transfer'] })).heading()
    const bank: PayerField = {
      key: 'bankName',
      kind: 'select',
      required: true,
      options: [{ value: 'm', label: 'monobank' }],
    }
    const tel: PayerField = { key: 'phone', kind: 'tel', required: true }
    expect(await headingOf(bank)).toBe('Choose your bank')
    expect(await headingOf(tel)).toBe('Enter your phone number')
    expect(await headingOf(bank, tel)).toBe('Your details')
    expect(await headingOf({ ...bank, label: 'Sending bank' })).toBe('Your details')
  })

  test('opens for a saved card and sends the card', async () => {
    const savedCards = [{ id: 'sc_1', label: '•••• 6666' }]
    const payer = await openPayer({ ...choosing, savedCards, fields: { 'saved-card': [email] } })
    const pay = 'Pay UAH\u00a01,250.00 with \u2068••••\u00a06666\u2069'
    await payer.press(pay)
    type(payer, 'E-mail', 'a@b.example')
    await payer.press(pay)
    expect(payer.requestsSent()).toMatchObject([
      { body: { method: 'saved-card', savedCard: 'sc_1', fields: { email: 'a@b.example' } } },
    ])
  })

  test('is shown again for another attempt, with what was typed', async () => {
    const payer = await openPayer({ ...withFields(email), methods: ['transfer'] })
    type(payer, 'E-mail', 'a@b.example')
    await submit(payer)
    await payer.respondWith({ ...failed, methods: ['transfer'], fields: { transfer: [email, payerId] } })
    await payer.press('Try again')
    expect(input(payer, 'E-mail').value).toBe('a@b.example')
    expect(errors(payer)).toEqual([])
    type(payer, 'Your client ID', 'AB12')
    await submit(payer)
    expect(payer.requestsSent().at(-1)).toMatchObject({
      body: { fields: { email: 'a@b.example', payeerIdentifier: 'AB12' }, after: 1 },
    })
  })

  test('closes when the payment succeeds or the time is over', async () => {
    const payer = await openPayer({ ...withFields(email), methods: ['transfer'] })
    await payer.respondWith({ ...choosing, status: 'expired', retry: false })
    expect(payer.heading()).toBe('The time to pay has run out')
  })
})

describe('an invalid value', () => {
  test('is described beside its field, the first one has the focus, and nothing is sent', async () => {
    const payer = await openPayer({ ...withFields(payerId, email, bank), methods: ['transfer'] })
    type(payer, 'Your client ID', 'AB12')
    type(payer, 'E-mail', 'a@')
    await submit(payer)
    expect(errors(payer)).toEqual(['Please enter an e-mail address.', 'Please choose one.'])
    expect(payer.focused()).toBe(input(payer, 'E-mail'))
    expect(payer.requestsSent()).toEqual([])
    type(payer, 'E-mail', 'a@b.example')
    expect(errors(payer)).toEqual(['Please choose one.'])
  })

  test.each([
    ['required', 'Please fill in this field.'],
    ['pattern', 'This doesn’t look right. Please check it.'],
    ['kind', 'This doesn’t look right. Please check it.'],
    ['too_long', 'This is too long.'],
    ['option', 'Please choose one.'],
    ['refused', 'This wasn’t accepted. Please check it.'],
    ['not_allowed', 'This wasn’t accepted. Please check it.'],
    ['a rule of a later version', 'This wasn’t accepted. Please check it.'],
  ])('that the server refuses (%s) is kept and described until it is changed', async (rule, text) => {
    const answers = { POST: refusal({ key: 'payeerIdentifier', rule }) }
    const payer = await openPayer({ ...withFields(payerId), methods: ['transfer'] }, { answers })
    type(payer, 'Your client ID', 'AB12')
    await submit(payer)
    expect([payer.heading(), input(payer, 'Your client ID').value]).toEqual(['Your details', 'AB12'])
    expect(errors(payer)).toEqual([text])
    expect(payer.focused()).toBe(input(payer, 'Your client ID'))
    type(payer, 'Your client ID', 'AB13')
    expect(errors(payer)).toEqual([])
  })

  test('that the server refuses takes no focus from another part of the page', async () => {
    const answers = { POST: refusal({ key: 'payeerIdentifier', rule: 'refused' }) }
    const payer = await openPayer({ ...withFields(payerId), methods: ['transfer'] }, { answers })
    const search = document.body.appendChild(document.createElement('input'))
    type(payer, 'Your client ID', 'AB12')
    const submitted = submit(payer)
    search.focus()
    await submitted
    expect(errors(payer)).toEqual(['This wasn’t accepted. Please check it.'])
    expect(document.activeElement).toBe(search)
  })

  test('of a field that is not listed yet: no error is shown, and the next response lists it', async () => {
    const answers = { POST: refusal({ key: 'email', rule: 'required' }) }
    const payer = await openPayer({ ...choosing, methods: ['transfer'] }, { answers })
    await payer.press(transferButton)
    expect(payer.error()).toBeUndefined()
    await payer.respondWith({ ...withFields(email), methods: ['transfer'] })
    expect(input(payer, 'E-mail').value).toBe('')
  })
})

describe('what was typed stays', () => {
  test('over polls, a failed request and a change of the method', async () => {
    const payer = await openPayer(
      { ...withFields(email), fields: { transfer: [email], form: [email] } },
      { answers: { POST: 'dropped' } },
    )
    await payer.press(transferButton)
    type(payer, 'E-mail', 'a@b')
    await payer.respondWith({ ...withFields(email, payerId), attempts: 0 })
    expect(input(payer, 'E-mail').value).toBe('a@b')
    await payer.respondWith({ ...withFields(email), fields: { transfer: [email], form: [email] } })
    type(payer, 'E-mail', 'a@b.example')
    await submit(payer)
    expect([payer.heading(), payer.hint()]).toEqual(['Your details', 'That didn’t work. Please try again.'])
    expect(input(payer, 'E-mail').value).toBe('a@b.example')
    await payer.press('Back')
    await payer.press('Card On a secure payment page')
    expect(input(payer, 'E-mail').value).toBe('a@b.example')
  })

  test('in memory only', async () => {
    const payer = await openPayer({ ...withFields(email), methods: ['transfer'] })
    type(payer, 'E-mail', 'secret@b.example')
    await submit(payer)
    const stored = JSON.stringify([{ ...sessionStorage }, { ...localStorage }, document.cookie, payer.events])
    expect(stored).not.toContain('secret@')
  })
})

test.each<[Partial<PayerField>, Record<string, string | null>]>([
  [
    { kind: 'email', maxLength: 80 },
    { type: 'email', inputmode: 'email', autocomplete: 'email', maxlength: '80' },
  ],
  [
    { kind: 'tel', maxLength: 16 },
    { type: 'tel', inputmode: 'tel', autocomplete: 'tel', maxlength: null },
  ],
  [{ kind: 'digits' }, { type: 'text', inputmode: 'numeric', autocomplete: 'off', dir: 'ltr' }],
  [{ kind: 'iban' }, { autocomplete: 'off', autocapitalize: 'characters', dir: 'ltr' }],
  [{ key: 'fullName' }, { autocomplete: 'name', autocapitalize: 'words', dir: null, enterkeyhint: 'go' }],
  [
    { key: 'cardNumber', kind: 'digits' },
    { autocomplete: 'cc-number', inputmode: 'numeric' },
  ],
])('the keyboard and autofill of %o', async (changed, attributes) => {
  const field: PayerField = { key: 'any', kind: 'text', required: true, label: 'Any', ...changed }
  const payer = await openPayer({ ...withFields(field), methods: ['transfer'] })
  const found = Object.keys(attributes).map((name) => [name, input(payer, 'Any').getAttribute(name)])
  expect(Object.fromEntries(found)).toEqual(attributes)
})

test('a label is the merchant’s, else that of a well-known key, else the key; optional fields say so', async () => {
  const fields: PayerField[] = [
    { ...email, label: 'E-mail for the receipt', hint: 'We send nothing else.' },
    { ...payerId, required: false },
    { key: 'taxCode', kind: 'text', required: true },
  ]
  const payer = await openPayer({ ...withFields(...fields), methods: ['transfer'] })
  const labels = [...payer.place.querySelectorAll('label')].map(({ textContent }) => textContent)
  expect(labels).toEqual(['E-mail for the receipt', 'Your client ID (optional)', 'taxCode'])
  const described = input(payer, 'E-mail for the receipt').getAttribute('aria-describedby')
  expect(payer.place.querySelector(`#${described}`)?.textContent).toBe('We send nothing else.')
})

test('the enter key moves to the next field, and sends at the last one', async () => {
  const payer = await openPayer({ ...withFields(email, payerId), methods: ['transfer'] })
  expect(fireEvent.keyDown(input(payer, 'E-mail'), { key: 'Enter' })).toBe(false)
  expect(payer.focused()).toBe(input(payer, 'Your client ID'))
  expect(fireEvent.keyDown(input(payer, 'Your client ID'), { key: 'Enter' })).toBe(true)
})

test('the enter key that ends the composition of a word stays in its field', async () => {
  const payer = await openPayer({ ...withFields(email, payerId), methods: ['transfer'] })
  input(payer, 'E-mail').focus()
  expect(fireEvent.keyDown(input(payer, 'E-mail'), { key: 'Enter', isComposing: true })).toBe(true)
  expect(payer.focused()).toBe(input(payer, 'E-mail'))
})

test('without its file the payer can try again', async () => {
  let isOffline = true
  const payer = await openPayer(
    { ...withFields(email), methods: ['transfer'] },
    {
      loadPayerFields: async () => {
        if (isOffline) throw new Error('Not loaded')
        return payerFieldsForm
      },
    },
  )
  expect(payer.heading()).toBe('Payment isn’t available right now')
  isOffline = false
  await payer.press('Try again')
  await payer.page.advance(100)
  expect(payer.heading()).toBe('Your details')
})
