import { expect, test } from 'vitest'
import { erase } from '../../../src/server/rules/erase.ts'
import { createHarness, type Harness, operator } from '../harness.ts'
import { sendCallback } from './send-callback.ts'

const card = {
  cardToken: null,
  cardStorageToken: 'the token',
  cardNumber: '411111******1111',
  cardHolder: 'A HOLDER',
}

/** A paid form of a customer, whose history is complete. The status endpoint reports the card while `reports` is set. */
async function paidForm(customer: { customer?: string } = { customer: 'c-7' }): Promise<{
  harness: Harness
  id: string
  externalId: string
  reports: () => void
}> {
  const harness = createHarness()
  const { service } = harness
  let externalParams: typeof card | null = null
  harness.restart({
    service: {
      ...service,
      async depositStatus(pipeline, id) {
        const found = await service.depositStatus(pipeline, id)
        return found.outcome === 'found' ? { ...found, order: { ...found.order, externalParams } } : found
      },
    },
  })
  harness.orders.set('1042', { amount: '10.00', currency: 'UAH', ...customer })
  const { id } = await harness.createCheckout('1042', 'form')
  const externalId = harness.sandbox.orders()[0]?.externalId ?? ''
  await harness.control(`/orders/${externalId}`, { do: 'pay' })
  await harness.advance(700, 20)
  const reports = () => {
    externalParams = card
  }
  return { harness, id, externalId, reports }
}

const sendCard = async (
  harness: Harness,
  externalId: string,
  params: object | null = card,
): Promise<void> => {
  const unsigned = `"externalParams":${JSON.stringify(params)}`
  await sendCallback(harness, {
    externalId,
    status: 'Success',
    amount: '10.00',
    path: '/callbacks/form',
    unsigned,
  })
  await harness.drain()
}

test('a card that a repeated callback names is saved once the status endpoint reports it', async () => {
  const { harness, id, externalId, reports } = await paidForm()
  await sendCard(harness, externalId)
  expect((await harness.getCheckout(id)).savedCards).toEqual([])
  reports()
  await sendCard(harness, externalId)
  expect((await harness.getCheckout(id)).savedCards).toMatchObject([{ label: '•••• 1111' }])

  const requestCount = harness.serviceRequests.length
  await sendCard(harness, externalId)
  expect(harness.serviceRequests).toHaveLength(requestCount)
})

test('an operator sees the masked card and its holder, until they are erased', async () => {
  const { harness, id, externalId, reports } = await paidForm()
  reports()
  await sendCard(harness, externalId)
  const detail = await harness.get(`/admin/checkouts/${id}`, operator)
  const attempt = { card: { number: '411111••••••1111', holder: 'A HOLDER' } }
  expect(await detail.json()).toMatchObject({ attempts: [attempt] })
  const stored = await harness.store.entry(id)
  expect(stored?.attempts[0]).toMatchObject(attempt)
  expect(stored === null ? null : erase(stored, 0).attempts[0]?.card).toBeNull()
})

const noCard = { ...card, cardStorageToken: null }
test.each([
  { what: 'without a card', params: noCard, customer: { customer: 'c-7' } },
  { what: 'without parameters', params: null, customer: { customer: 'c-7' } },
  { what: 'of an order without a customer', params: card, customer: {} },
  { what: 'of another order', params: card, customer: { customer: 'c-7' }, of: 'another' },
])('a repeated callback $what is not looked up', async ({ params, customer, of }) => {
  const { harness, externalId } = await paidForm(customer)
  await sendCard(harness, of ?? externalId, params)
  const requestCount = harness.serviceRequests.length
  await sendCard(harness, of ?? externalId, params)
  expect(harness.serviceRequests).toHaveLength(requestCount)
})

test('a card is looked up for the pipelines alone whose private key has signed it', async () => {
  const { harness, externalId } = await paidForm()
  const env = harness.sandbox.env()
  const pipeline = { key: env['PAYMENTS_P2P_KEY'] ?? '', privateKey: env['PAYMENTS_PRIVATE_KEY'] ?? '' }
  harness.restart({
    pipelines: {
      p2p: { profile: 'p2p', ...pipeline },
      form: { profile: 'form', key: env['PAYMENTS_FORM_KEY'] ?? '', privateKey: 'the key of forms' },
    },
  })
  const requestCount = harness.serviceRequests.length
  for (let times = 0; times < 2; times += 1) await sendCard(harness, externalId)
  expect(harness.serviceRequests).toHaveLength(requestCount)
})
