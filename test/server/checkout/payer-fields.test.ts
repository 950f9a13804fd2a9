import { describe, expect, test } from 'vitest'
import type { PayerFieldOptions } from '../../../src/server/index.ts'
import { createHarness, type Harness } from '../harness.ts'

const bank: PayerFieldOptions = {
  key: 'bankName',
  kind: 'select',
  label: { en: 'Your bank', uk: 'Ваш банк' },
  options: [{ value: 'mono', label: 'Monobank' }],
}
const email: PayerFieldOptions = { key: 'email', kind: 'email', required: false }
const terms = { amount: '1250.00', currency: 'UAH' }

/** A shop whose transfers need the payer's bank. */
function createShop(
  fields: { transfer?: PayerFieldOptions[]; form?: PayerFieldOptions[] } = { transfer: [bank, email] },
) {
  const harness = createHarness()
  harness.orders.set('1042', { ...terms, fields })
  return harness
}
const post = async (harness: Harness, path: string, body: object) => {
  const response = await harness.post(path, body)
  return { status: response.status, body: await response.json() }
}
const start = (harness: Harness, id: string, body: object) => post(harness, `/checkouts/${id}/attempts`, body)
const sentFields = (harness: Harness) => harness.sandbox.orders().map((order) => order.additionalFields)

test('the view lists what the payer fills in, and it is sent with the attempt of that method only', async () => {
  const harness = createShop()
  const { id, fields } = await harness.createCheckout('1042')
  expect(fields).toEqual({
    transfer: [
      {
        key: 'bankName',
        kind: 'select',
        required: true,
        maxLength: 256,
        label: 'Your bank',
        options: [{ value: 'mono', label: 'Monobank' }],
      },
      { key: 'email', kind: 'email', required: false, maxLength: 256 },
    ],
  })
  const given = { bankName: 'mono', email: ' payer@home.example ' }
  const started = await start(harness, id, { method: 'transfer', fields: given, after: 0 })
  expect(started.body).toMatchObject({ status: 'pending', attempts: 1 })
  // Still listed, since the payer may replace the open attempt.
  expect(started.body).toMatchObject({ canReplace: true, fields })
  expect(sentFields(harness)).toEqual([
    [
      { key: 'bankName', value: 'mono' },
      { key: 'email', value: 'payer@home.example' },
    ],
  ])
  expect(JSON.stringify([harness.logs, await harness.store.entry(id)])).not.toMatch(/mono|payer@/)
})

test('another method takes none of them', async () => {
  const harness = createShop()
  const { id } = await harness.createCheckout('1042')
  const refused = await start(harness, id, { method: 'form', fields: { bankName: 'mono' }, after: 0 })
  expect(refused.body).toMatchObject({ fields: [{ key: 'bankName', rule: 'not_allowed' }] })
  expect((await start(harness, id, { method: 'form', after: 0 })).body).toMatchObject({ status: 'pending' })
})

test.each<[given: Record<string, string> | undefined, problems: object[]]>([
  [undefined, [{ key: 'bankName', rule: 'required' }]],
  [{ bankName: 'other' }, [{ key: 'bankName', rule: 'option' }]],
  [{ bankName: 'mono', email: 'no' }, [{ key: 'email', rule: 'kind' }]],
  [{ bankName: 'mono', cardStorageToken: 'stolen' }, [{ key: 'cardStorageToken', rule: 'not_allowed' }]],
])('%j is refused, and nothing is stored or sent', async (given, problems) => {
  const harness = createShop()
  const { id } = await harness.createCheckout('1042')
  const { status, body } = await start(harness, id, { method: 'transfer', fields: given, after: 0 })
  expect({ status, ...body }).toMatchObject({ status: 422, code: 'fields_invalid', fields: problems })
  expect(JSON.stringify(body)).not.toMatch(/other|stolen/)
  expect(harness.serviceRequests).toEqual([])
  expect(await harness.getCheckout(id)).toMatchObject({ status: 'choosing', attempts: 0 })
})

describe('a page that names the method', () => {
  test('without fields gets the choice, so that the payer can be asked', async () => {
    const harness = createShop()
    const request = { order: '1042', method: 'transfer' }
    for (const status of [201, 200]) {
      const response = await post(harness, '/checkouts', request)
      expect(response.status).toBe(status)
      expect(response.body).toMatchObject({ status: 'choosing', attempts: 0, fields: { transfer: [{}, {}] } })
    }
  })

  test('with fields starts at once, or creates nothing where they are wrong', async () => {
    const harness = createShop()
    const withFields = (fields: object) =>
      post(harness, '/checkouts', { order: '1042', method: 'transfer', fields })
    expect((await withFields({})).body).toMatchObject({ code: 'fields_invalid' })
    expect(await harness.store.entryByRef('checkout', '1042')).toBeNull()
    expect((await withFields({ bankName: 'mono' })).body).toMatchObject({ status: 'pending' })
  })
})

test('a key that the merchant sets is neither asked for nor accepted', async () => {
  const harness = createShop()
  const additionalFields = [{ key: 'bankName', value: 'ours' }]
  harness.orders.set('1042', { ...terms, fields: { transfer: [bank] }, additionalFields })
  const { id, fields } = await harness.createCheckout('1042')
  expect(fields).toBeUndefined()
  const { body } = await start(harness, id, { method: 'transfer', fields: { bankName: 'mono' }, after: 0 })
  expect(body).toMatchObject({ fields: [{ key: 'bankName', rule: 'not_allowed' }] })
})

test('the texts follow the language of the request', async () => {
  const harness = createShop()
  const { id } = await harness.createCheckout('1042')
  const response = await harness.get(`/checkouts/${id}`, { 'accept-language': 'fr;q=0.5, uk-UA' })
  expect(await response.json()).toMatchObject({ fields: { transfer: [{ label: 'Ваш банк' }, {}] } })
  const rendered = await harness.paypane.checkouts.view(id, { language: 'uk' })
  expect(rendered.fields?.transfer?.[0]?.label).toBe('Ваш банк')
})

test('fields that order() declares later are asked for', async () => {
  const harness = createShop({})
  const { id } = await harness.createCheckout('1042')
  harness.orders.set('1042', { ...terms, fields: { transfer: [bank] } })
  await harness.createCheckout('1042')
  expect((await harness.getCheckout(id)).fields).toMatchObject({ transfer: [{ key: 'bankName' }] })
})

test('also once an attempt has failed', async () => {
  const harness = createShop({})
  const { id } = await harness.createCheckout('1042', 'form')
  await harness.controlOrder(0, { do: 'fail' })
  await harness.drain()
  harness.orders.set('1042', { ...terms, fields: { transfer: [bank] } })
  await harness.createCheckout('1042')
  expect(await harness.getCheckout(id)).toMatchObject({
    attempts: 1,
    retry: true,
    fields: { transfer: [{ key: 'bankName' }] },
  })
})

test('also once an open attempt has expired, which another may replace', async () => {
  const harness = createHarness()
  const { id } = await harness.createCheckout('1042', 'transfer')
  await harness.advance(31 * 60, 60)
  expect(await harness.getCheckout(id)).toMatchObject({ status: 'expired', canReplace: true })
  harness.orders.set('1042', { ...terms, fields: { transfer: [bank] } })
  const expected = { canReplace: true, fields: { transfer: [{ key: 'bankName' }] } }
  expect(await harness.createCheckout('1042')).toMatchObject(expected)
  expect(await harness.getCheckout(id)).toMatchObject(expected)
})

test('a field on demand is requested once the service has refused because it was missing', async () => {
  const harness = createShop({ transfer: [{ key: 'bankName', kind: 'text', onDemand: true }] })
  await harness.control('/config', { pipelines: { p2p: { requiredFields: ['bankName'] } } })
  const first = await harness.createCheckout('1042', 'transfer')
  expect(first).toMatchObject({
    status: 'failed',
    retry: true,
    fields: { transfer: [{ key: 'bankName', required: true }] },
  })
  // Refused because a field was missing: the payer can still choose it, and now fill it in.
  expect(first.methods).toContain('transfer')
  const { body } = await start(harness, first.id, { method: 'transfer', after: 1 })
  expect(body).toMatchObject({ fields: [{ key: 'bankName', rule: 'required' }] })
  const given = { bankName: 'Mono' }
  const second = await start(harness, first.id, { method: 'transfer', fields: given, after: 1 })
  expect(second.body).toMatchObject({ status: 'pending', attempts: 2 })
})

test('a field on demand is requested for the method alone that was refused without it', async () => {
  const onDemand: PayerFieldOptions = { key: 'bankName', kind: 'text', onDemand: true }
  const harness = createShop({ transfer: [onDemand], form: [onDemand] })
  await harness.control('/config', { pipelines: { form: { requiredFields: ['bankName'] } } })
  const { id, fields } = await harness.createCheckout('1042')
  expect(fields).toBeUndefined()
  await start(harness, id, { method: 'form', after: 0 })
  const refused = await harness.getCheckout(id)
  expect(refused).toMatchObject({ status: 'failed', retry: true, methods: ['transfer', 'form'] })
  expect(Object.keys(refused.fields ?? {})).toEqual(['form'])

  // What was given once is not demanded of the other method.
  const second = await start(harness, id, { method: 'form', fields: { bankName: 'Mono' }, after: 1 })
  expect(second.body).toMatchObject({ status: 'pending', attempts: 2 })
  await harness.controlOrder(-1, { do: 'fail' })
  await harness.drain()
  const failed = await harness.getCheckout(id)
  expect(failed.methods).toEqual(['transfer', 'form'])
  expect((await start(harness, id, { method: 'transfer', after: 2 })).body).toMatchObject({
    status: 'pending',
  })
})

describe('a refused method can be chosen again', () => {
  const onDemand: PayerFieldOptions = { key: 'bankName', kind: 'text', onDemand: true }
  const refuse = (harness: Harness) =>
    harness.control('/faults', { on: 'deposit.create', effect: 'status:423', times: 1 })
  const requireBank = (harness: Harness, pipeline: string) =>
    harness.control('/config', { pipelines: { [pipeline]: { requiredFields: ['bankName'] } } })

  test('not where no field was missing, although it has some', async () => {
    const harness = createShop({ transfer: [email, onDemand] })
    await refuse(harness)
    const view = await harness.createCheckout('1042', 'transfer')
    expect(view).toMatchObject({ status: 'failed', retry: true, methods: ['form'] })
  })

  test('not where the missing field is one that the merchant sets', async () => {
    const harness = createShop()
    await requireBank(harness, 'p2p')
    const additionalFields = [{ key: 'bankName', value: 'ours' }]
    harness.orders.set('1042', { ...terms, fields: { transfer: [onDemand] }, additionalFields })
    const { service } = harness
    // The service finds it missing all the same.
    harness.restart({
      service: {
        ...service,
        createDeposit: (pipeline, text) =>
          service.createDeposit(pipeline, String(text).replace('"bankName"', '"other"')),
      },
    })
    const view = await harness.createCheckout('1042', 'transfer')
    expect(view).toMatchObject({ status: 'failed', retry: true, methods: ['form'] })
  })

  test('not once it was refused for another reason with the field', async () => {
    const harness = createShop({ transfer: [onDemand] })
    await requireBank(harness, 'p2p')
    const { id, methods } = await harness.createCheckout('1042', 'transfer')
    expect(methods).toEqual(['transfer', 'form'])
    await refuse(harness)
    const fields = { bankName: 'Mono' }
    const { body } = await start(harness, id, { method: 'transfer', fields, after: 1 })
    expect(body).toMatchObject({ status: 'failed', attempts: 2, methods: ['form'] })
  })

  test('not because another method lacked a field', async () => {
    const harness = createShop({ transfer: [email, onDemand], form: [onDemand] })
    await requireBank(harness, 'form')
    await refuse(harness)
    const { id } = await harness.createCheckout('1042', 'transfer')
    const { body } = await start(harness, id, { method: 'form', after: 1 })
    expect(body).toMatchObject({ status: 'failed', attempts: 2, methods: ['form'] })
  })

  test('also after another one has been refused', async () => {
    const harness = createShop({ form: [onDemand] })
    await requireBank(harness, 'form')
    const { id } = await harness.createCheckout('1042', 'form')
    await refuse(harness)
    const { body } = await start(harness, id, { method: 'transfer', after: 1 })
    expect(body).toMatchObject({ status: 'failed', attempts: 2, methods: ['form'] })
  })

  test('not once no attempt is left', async () => {
    const harness = createShop({ transfer: [onDemand] })
    harness.restart({ maxAttempts: 1 })
    await requireBank(harness, 'p2p')
    const view = await harness.createCheckout('1042', 'transfer')
    expect(view).toMatchObject({ status: 'failed', retry: false, methods: ['form'] })
  })
})

describe('an attempt that the server starts by itself', () => {
  test('has the fields that the payer gave for the method', async () => {
    const harness = createShop()
    await harness.control('/faults', { on: 'deposit.create', effect: 'drop-after', times: 1 })
    const { body } = await post(harness, '/checkouts', {
      order: '1042',
      method: 'transfer',
      fields: { bankName: 'mono' },
    })
    await harness.drain()
    await harness.advance(10)
    expect(await harness.getCheckout(body.id)).toMatchObject({ status: 'pending', attempts: 2 })
    expect(sentFields(harness)).toEqual([
      [{ key: 'bankName', value: 'mono' }],
      [{ key: 'bankName', value: 'mono' }],
    ])
  })

  test.each([
    ['another customer', 'olha', false],
    ['an erased customer', undefined, true],
  ])('has none that %s gave', async (_, second, isErased) => {
    const harness = createShop()
    harness.restart({ cascade: 'auto' })
    const openAs = async (customer: string | undefined) => {
      harness.orders.set('1042', { ...terms, fields: { form: [email] }, ...(customer && { customer }) })
      return await harness.createCheckout('1042')
    }
    const startAs = (secret = '', id: string, body: object) =>
      harness.post(`/checkouts/${id}/attempts`, body, { 'checkout-secret': secret })
    const { id, clientSecret } = await openAs('anna')
    const given = { email: 'anna@home.example' }
    await startAs(clientSecret, id, { method: 'form', fields: given, after: 0 })
    await harness.controlOrder(0, { do: 'fail' })
    await harness.advance(10)
    if (isErased) await harness.paypane.customers.erase('anna')
    await harness.control('/faults', { on: 'deposit.create', effect: 'status:423', times: 1 })
    const { clientSecret: secret } = await openAs(second)
    await startAs(secret, id, { method: 'transfer', after: 1 })
    await harness.advance(10)
    expect(await harness.getCheckout(id)).toMatchObject({ attempts: 3, method: 'form' })
    expect(sentFields(harness)).toEqual([[{ key: 'email', value: given.email }], []])
  })

  test('does not start with a method whose fields are missing', async () => {
    const harness = createShop({ form: [email, { key: 'phone', kind: 'tel' }] })
    harness.restart({ cascade: 'auto' })
    await harness.control('/faults', { on: 'deposit.create', effect: 'status:423', times: 1 })
    const view = await harness.createCheckout('1042', 'transfer')
    expect(view).toMatchObject({ status: 'failed', attempts: 1, retry: true, fields: { form: [{}, {}] } })
  })
})

describe('what the payer filled in', () => {
  test('is replaced by what a later attempt of the method has, also by nothing', async () => {
    const harness = createShop({ transfer: [email] })
    const { id } = await harness.createCheckout('1042')
    await start(harness, id, { method: 'transfer', fields: { email: 'payer@home.example' }, after: 0 })
    await harness.control('/faults', { on: 'deposit.create', effect: 'drop-after', times: 1 })
    await start(harness, id, { method: 'transfer', after: 1, replace: true })
    await harness.drain()
    await harness.advance(10)
    expect(await harness.getCheckout(id)).toMatchObject({ status: 'pending', attempts: 3 })
    expect(sentFields(harness)).toEqual([[{ key: 'email', value: 'payer@home.example' }], [], []])
  })

  test('is nothing: the stored terms stay as they are', async () => {
    const harness = createShop({})
    const { id } = await harness.createCheckout('1042')
    const stored = async () => {
      const entry = await harness.store.entry(id)
      return entry?.kind === 'checkout' && entry.terms
    }
    const before = await stored()
    expect((await start(harness, id, { method: 'transfer', after: 0 })).status).toBe(200)
    expect(await stored()).toBe(before)
  })
})
