import { expect, test } from 'vitest'
import type { PaymentDetails } from '../../../src/service/order.ts'
import { createHarness, type Harness } from '../harness.ts'
import { noDetails } from './payment-details.ts'

const iban = 'UA213223130000026007233566001'
const code = (amount: string) =>
  ['BCD', '002', '1', 'UCT', '', 'Олена', iban, `UAH${amount}`, '12345678', '', '', 'Замовлення'].join('\n')
const nbuLink = (amount: string) =>
  `https://bank.gov.ua/qr/${btoa(String.fromCharCode(...new TextEncoder().encode(code(amount))))}`

/** A shop whose service returns these payment details for an order of UAH 1250.00. */
function shopWith(details: Partial<PaymentDetails>): Harness {
  const harness = createHarness()
  harness.restart({
    service: {
      ...harness.service,
      createDeposit: async (pipeline, body) => {
        const outcome = await harness.service.createDeposit(pipeline, body)
        return outcome.outcome === 'placed'
          ? { ...outcome, paymentDetails: { ...noDetails, ...details } }
          : outcome
      },
    },
  })
  return harness
}

const activityOf = async ({ store }: Harness, id: string) =>
  (await store.entry(id))?.attempts[0]?.activity.map(({ type }) => type)

test('a code of the same payment is encoded, and its link opens a banking app', async () => {
  const shop = shopWith({ iban, qrUrl: nbuLink('1250.00') })
  const { action, id } = await shop.createCheckout('1042', 'transfer')
  expect(action).toMatchObject({
    qr: nbuLink('1250.00'),
    code: { size: expect.any(Number), modules: expect.stringMatching(/^[\w-]+$/) },
    link: { kind: 'nbu', url: nbuLink('1250.00') },
  })
  expect((await shop.getCheckout(id)).action).toEqual(action)
  await shop.drain()
  expect(shop.events).toEqual([])
})

test('a code of another amount is not shown; the other details are, and the merchant receives an event', async () => {
  const shop = shopWith({ iban, qrUrl: nbuLink('12500.00') })
  const { action, id } = await shop.createCheckout('1042', 'transfer')
  expect(action).toMatchObject({ type: 'transfer', iban, qr: null })
  expect(action).not.toHaveProperty('code')
  expect(action).not.toHaveProperty('link')
  expect(await activityOf(shop, id)).toEqual(['create_sent', 'create_placed', 'code_mismatch'])
  await shop.drain()
  expect(shop.events.map(({ type, attempt }) => [type, attempt])).toEqual([['checkout.code_mismatch', 1]])
  expect(shop.logs).toContainEqual(
    expect.objectContaining({ level: 'warn', message: 'checkout.code_mismatch', checkout: id }),
  )
  expect(JSON.stringify(shop.logs)).not.toContain(iban)
})

test('with nothing else to pay by, the payment details are lost', async () => {
  const shop = shopWith({ fio: 'Олена', bank: 'Bank', qrUrl: code('12500.00') })
  const view = await shop.createCheckout('1042', 'transfer')
  expect(view).toMatchObject({ status: 'failed', action: null, reason: { key: 'details-lost' } })
})
