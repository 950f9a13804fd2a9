import { expect, test } from 'vitest'
import { hostedPages } from '../../../src/server/html/hosted-pages.ts'

test('a limit of characters is left to the server where spaces between them are not sent', async () => {
  const { html } = await hostedPages({ name: 'Oak & Co' }).refund(
    new Request('http://localhost/pay/refunds/token'),
    {
      order: '1042',
      amount: { value: '10.00', currency: 'UAH' },
      state: 'requested',
      fields: [
        { key: 'cardNumber', kind: 'digits', required: true, maxLength: 16 },
        { key: 'holder', kind: 'text', required: true, maxLength: 40 },
      ],
      values: {},
      invalid: [],
      formAction: '/pay/refunds/token',
    },
  )
  expect(html.match(/<input[^>]*>/g)).toEqual([
    expect.not.stringContaining('maxlength'),
    expect.stringContaining('maxlength="40"'),
  ])
})
