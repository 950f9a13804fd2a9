import { expect, test } from 'vitest'
import { z } from 'zod'
import type { PaypaneOptions, PipelineOptions } from '../../../src/server/index.ts'
import { createPaymentsClient } from '../../../src/service/index.ts'
import { createHarness, type Harness } from '../harness.ts'

const Config = z.object({ pipelines: z.record(z.string(), z.object({ key: z.string() })) })

/** A shop with a terminal for UAH, one for KZT and a form for UAH up to 5,000. */
async function createShop(
  change: Record<string, Partial<PipelineOptions>> = {},
  options: Partial<PaypaneOptions> = {},
): Promise<Harness> {
  const harness = createHarness()
  const added = { 'p2p-kzt': { profile: 'p2p' }, 'payout-kzt': { profile: 'payout' } }
  const { pipelines } = Config.parse(await harness.control('/config', { pipelines: added }))
  const env = harness.sandbox.env()
  const privateKey = env['PAYMENTS_PRIVATE_KEY'] ?? ''
  const keyOf = (name: string): string => pipelines[name]?.key ?? ''
  harness.restart({
    ...options,
    pipelines: {
      p2p: { profile: 'p2p', key: keyOf('p2p'), privateKey, currencies: ['UAH'], ...change['p2p'] },
      'p2p-kzt': { profile: 'p2p', key: keyOf('p2p-kzt'), privateKey, ...change['p2p-kzt'] },
      form: {
        ...{ profile: 'form', key: keyOf('form'), privateKey, currencies: ['UAH'] },
        limits: { UAH: { min: '10', max: '5000.00' } },
      },
      payout: { profile: 'payout', key: keyOf('payout'), privateKey, currencies: ['UAH'] },
      'payout-kzt': { profile: 'payout', key: keyOf('payout-kzt'), privateKey, currencies: ['KZT'] },
    },
  })
  return harness
}
const creates = (harness: Harness): number =>
  harness.serviceRequests.filter((line) => line.startsWith('POST')).length

test('an order in KZT costs no refused create at the terminal for UAH', async () => {
  const harness = await createShop()
  harness.orders.set('1042', { amount: '9000.00', currency: 'KZT' })
  const view = await harness.createCheckout('1042', 'transfer')
  expect(view).toMatchObject({ status: 'pending', attempts: 1, methods: ['transfer'] })
  expect(harness.sandbox.orders()).toMatchObject([{ pipeline: 'p2p-kzt' }])
  expect(creates(harness)).toBe(1)
})

test.each([
  ['9.99', ['transfer']],
  ['10.00', ['transfer', 'form']],
  ['5000', ['transfer', 'form']],
  ['5000.01', ['transfer']],
])('%s UAH: a method without a pipeline for the amount is not offered', async (amount, methods) => {
  const harness = await createShop()
  harness.orders.set('1042', { amount, currency: 'UAH' })
  const view = await harness.createCheckout('1042')
  expect(view.methods).toEqual(methods)
  const response = await harness.post('/checkouts', { order: '1042', method: 'form' })
  expect(response.status).toBe(methods.includes('form') ? 200 : 422)
})

test('a pipeline whose host the client lacks is named at the start, and its method is not offered', async () => {
  const harness = createHarness()
  const service = createPaymentsClient({
    baseUrl: harness.sandbox.env()['PAYMENTS_BASE_URL'] ?? '',
    fetch: harness.sandbox.fetch,
  })
  harness.restart({ service })
  expect(harness.logs.filter(({ level }) => level === 'error').map(({ message }) => message)).toContain(
    'createPaymentsClient needs initUrl: the pipeline form is not offered',
  )
  expect((await harness.createCheckout('1042')).methods).toEqual(['transfer'])
  const response = await harness.post('/checkouts', { order: '1042', method: 'form' })
  expect(response.status).toBe(422)
})

test('after a refusal only a pipeline that fits is tried', async () => {
  const harness = await createShop({ 'p2p-kzt': { currencies: ['KZT'] } })
  await harness.control('/faults', { on: 'deposit.create', effect: 'status:423', times: 1 })
  const view = await harness.createCheckout('1042', 'transfer')
  expect(view).toMatchObject({ status: 'failed', attempts: 1, methods: ['form'] })
  expect(creates(harness)).toBe(1)
})

test('a field that one pipeline demands keeps only that one from starting without the payer', async () => {
  const harness = await createShop({}, { cascade: 'auto', maxAttempts: 9 })
  await harness.control('/config', { pipelines: { p2p: { requiredFields: ['bankName'] } } })
  harness.orders.set('1042', {
    ...{ amount: '100.00', currency: 'UAH' },
    fields: { transfer: [{ key: 'bankName', kind: 'text', onDemand: true }] },
  })
  const { id, ...view } = await harness.createCheckout('1042', 'transfer')
  expect(view).toMatchObject({ status: 'pending', attempts: 2 })
  expect(harness.sandbox.orders()).toMatchObject([{ pipeline: 'p2p-kzt' }])

  await harness.controlOrder(0, { do: 'fail' })
  await harness.drain()
  await harness.control('/faults', { on: 'deposit.create', effect: 'status:423', times: 1 })
  const next = await harness.post(`/checkouts/${id}/attempts`, { method: 'form', after: 2 })
  expect(await next.json()).toMatchObject({ status: 'pending', method: 'transfer', attempts: 4 })
  expect(harness.sandbox.orders()).toMatchObject([{ pipeline: 'p2p-kzt' }, { pipeline: 'p2p-kzt' }])
})

test('order() may name the only pipeline', async () => {
  const harness = await createShop()
  harness.orders.set('1042', { amount: '100.00', currency: 'UAH', pipeline: 'p2p-kzt' })
  expect(await harness.createCheckout('1042', 'transfer')).toMatchObject({ methods: ['transfer'] })
  expect(harness.sandbox.orders()).toMatchObject([{ pipeline: 'p2p-kzt' }])
  harness.orders.set('1043', { amount: '100.00', currency: 'UAH', pipeline: 'payout' })
  expect((await harness.post('/checkouts', { order: '1043' })).status).toBe(500)
})

test('a pipeline gets only the fields that it takes', async () => {
  const harness = await createShop({ p2p: { fields: ['email'] }, 'p2p-kzt': { fields: ['bankName'] } })
  harness.orders.set('1042', {
    ...{ amount: '100.00', currency: 'UAH' },
    additionalFields: [{ key: 'payeerIdentifier', value: 'p-1' }],
    fields: {
      transfer: ['email', 'bankName', 'phone'].map((key) => ({ key, kind: 'text', required: false })),
    },
  })
  const { fields } = await harness.createCheckout('1042')
  // Nobody takes the phone. What another pipeline takes is for the case that it has to step in.
  expect(fields?.transfer?.map(({ key }) => key)).toEqual(['email', 'bankName'])
  await harness.control('/faults', { on: 'deposit.create', effect: 'status:423', times: 1 })
  const given = { email: 'a@b.example', bankName: 'Mono' }
  await harness.post('/checkouts', { order: '1042', method: 'transfer', fields: given })
  expect(harness.sandbox.orders()).toMatchObject([
    { pipeline: 'p2p-kzt', additionalFields: [{ key: 'bankName', value: 'Mono' }] },
  ])
})

test('a payout goes through the first pipeline for its currency', async () => {
  const harness = await createShop()
  await harness.control('/config', { pipelines: { 'payout-kzt': { balances: { KZT: '100000' } } } })
  const payout = { reference: 'P-1', amount: '500.00', currency: 'KZT' }
  await harness.paypane.payouts.create(payout)
  expect(harness.sandbox.orders()).toMatchObject([{ pipeline: 'payout-kzt' }])
  const wrong = { ...payout, reference: 'P-2', pipeline: 'payout' }
  await expect(harness.paypane.payouts.create(wrong)).rejects.toMatchObject({ code: 'pipeline_unknown' })
  expect(creates(harness)).toBe(1)
})

test('the merchant’s prefix begins the transaction id', async () => {
  const harness = createHarness({ paypane: { transactionIdPrefix: (reference) => `shop-${reference}_` } })
  await harness.createCheckout('1042', 'transfer')
  expect(harness.sandbox.orders()[0]?.externalTransactionId).toMatch(/^shop-1042_[\w-]{20,}$/)
  harness.restart({ transactionIdPrefix: () => 'über' })
  harness.orders.set('1043', { amount: '1.00', currency: 'UAH' })
  expect((await harness.post('/checkouts', { order: '1043', method: 'transfer' })).status).toBe(500)
  expect(harness.sandbox.orders()).toHaveLength(1)
})

test.each<[string, Partial<PipelineOptions>]>([
  ['limits.UAH', { limits: { UAH: { min: '10', max: '9.99' } } }],
  ['limits.UAH.min', { limits: { UAH: { min: '0010' } } }],
  ['currencies', { currencies: [] }],
])('wrong %s stop the creation of the server', async (words, conditions) => {
  await expect(createShop({ p2p: conditions })).rejects.toThrow(`- pipelines.p2p.${words} `)
})
