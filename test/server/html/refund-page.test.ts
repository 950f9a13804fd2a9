import { expect, test } from 'vitest'
import type { PayerField } from '../../../src/contract/view.ts'
import { hostedPages } from '../../../src/server/html/hosted-pages.ts'
import type { RefundContent } from '../../../src/server/pages.ts'

/** The page of a refund that waits for its destination. */
async function refundPage(fields: PayerField[], more: Partial<RefundContent> = {}): Promise<string> {
  const { html } = await hostedPages({ name: 'Oak & Co' }).refund(
    new Request('http://localhost/pay/refunds/token'),
    {
      order: '1042',
      amount: { value: '10.00', currency: 'UAH' },
      state: 'requested',
      fields,
      values: {},
      invalid: [],
      formAction: '/pay/refunds/token',
      ...more,
    },
  )
  return html
}

test('a refund is a heading below the shop’s name, and so is the end of its link', async () => {
  const gone = await hostedPages({ name: 'Oak & Co' }).refund(
    new Request('https://shop.example/pay/r/1'),
    null,
  )
  for (const html of [await refundPage([]), gone.html])
    expect(html.match(/<h[12]>(?=\S)/g)).toEqual(['<h1>', '<h2>'])
})

test('a limit of characters is left to the server where spaces between them are not sent', async () => {
  const html = await refundPage([
    { key: 'cardNumber', kind: 'digits', required: true, maxLength: 16 },
    { key: 'holder', kind: 'text', required: true, maxLength: 40 },
  ])
  expect(html.match(/<input[^>]*>/g)).toEqual([
    expect.not.stringContaining('maxlength'),
    expect.stringContaining('maxlength="40"'),
  ])
})

test('a form that was refused keeps what was typed and chosen, with the error beside its field', async () => {
  const options = ['a', 'b'].map((value) => ({ value, label: `Bank ${value}` }))
  const html = await refundPage(
    [
      { key: 'bank', kind: 'select', required: true, options },
      { key: 'iban', kind: 'iban', required: true },
    ],
    { values: { bank: 'b', iban: 'DE00' }, invalid: [{ key: 'iban', rule: 'kind' }] },
  )
  expect(html.match(/<option[^>]*selected[^>]*>[^<]*/g)).toEqual([
    expect.stringMatching(/value="b".*>Bank b$/),
  ])
  const [, error] = /<input[^>]*value="DE00"[^>]* aria-describedby="([^"]*)"/.exec(html) ?? []
  expect(html).toContain(`id="${error}"><span>Please check the IBAN: it has a mistake.</span>`)
  expect(html.match(/class="field-error"/g)).toHaveLength(1)
})

test('the first field that was refused has the focus', async () => {
  const fields = (['email', 'iban', 'phone'] as const).map(
    (key) => ({ key, kind: 'text', required: true }) as const,
  )
  const html = await refundPage(fields, {
    invalid: [
      { key: 'phone', rule: 'required' },
      { key: 'iban', rule: 'required' },
    ],
  })
  expect(html.match(/<input[^>]* autofocus[^>]*>/g)).toEqual([expect.stringContaining('name="fields[iban]"')])
  expect(await refundPage(fields)).not.toContain('autofocus')
})

test('what a field is for is known to the browser, and its hint describes it', async () => {
  const hint = 'Where you receive mail'
  const html = await refundPage([{ key: 'email', kind: 'email', required: true, hint }])
  expect(html).toMatch(/<input[^>]* autocomplete="email"/)
  expect(html).toMatch(
    new RegExp(`<small id="([^"]+)"[^>]*>${hint}</small><input[^>]* aria-describedby="\\1"`),
  )
})
