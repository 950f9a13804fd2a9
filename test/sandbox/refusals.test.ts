import { beforeEach, describe, expect, it } from 'vitest'
import { createMerchant, type Merchant } from './merchant.ts'

let merchant: Merchant
beforeEach(() => {
  merchant = createMerchant()
})

const deposits = ['p2p', 'form', 'token'] as const
const creates = [...deposits, 'payout'] as const

describe('the table of errors, row by row', () => {
  it.each(creates)('200, order created but processing failed: %s', async (profile) => {
    const { status, body } = await merchant.create(profile, '10.03')
    expect(status).toBe(200)
    expect(body).toEqual({ externalId: expect.any(String), orderStatus: 'Failed' })
  })

  it.each(creates)('400, configured limit reached: %s', async (profile) => {
    const id = '0b0e3a52-6f0f-4a7e-8e07-0a6a6c1d2f10'
    await merchant.control('config', { limits: [{ id, currency: 'UAH', total: '100.00' }] })
    await merchant.place(profile, '60.00')
    const { status, body } = await merchant.create(profile, '40.01')
    expect(status).toBe(400)
    expect(body).toEqual({
      label: 'LIMITS_ERROR',
      message: expect.stringContaining(id),
      statusDescrption: '0001-0',
      externalTransactionId: null,
    })
  })

  it('a limit allows its total; failed orders do not count', async () => {
    const limits = [{ id: '0b0e3a52-6f0f-4a7e-8e07-0a6a6c1d2f10', currency: 'UAH', total: '100.00' }]
    await merchant.control('config', { limits })
    await merchant.place('p2p', '60.03')
    expect((await merchant.create('p2p', '100.00')).status).toBe(200)
  })

  it.each(creates)('400, duplicate merchant order identifier: %s', async (profile) => {
    const { externalTransactionId } = await merchant.place(profile, '10.00')
    const { status, body } = await merchant.create(profile, '10.00', { externalTransactionId })
    expect(status).toBe(400)
    expect(body).toMatchObject({
      label: 'VALIDATION_ERROR',
      statusDescrption: '1-4007',
      code: '1.1.5.1',
      externalTransactionId,
    })
  })

  it('concurrent duplicates create one order', async () => {
    const twice = { externalTransactionId: 'twice' }
    const answers = await Promise.all([
      merchant.create('p2p', '10.00', twice),
      merchant.create('p2p', '10.00', twice),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    expect(merchant.sandbox.orders()).toHaveLength(1)
  })

  it.each(creates)('400, required additional field missing: %s', async (profile) => {
    await merchant.control('config', { requiredFields: ['bankName'] })
    const { status, body } = await merchant.create(profile, '10.00')
    expect(status).toBe(400)
    expect(body).toMatchObject({
      label: 'VALIDATION_ERROR',
      message: expect.stringContaining('bankName'),
      statusDescrption: '0000-0',
      code: '1.2.4.8',
    })
  })

  it.each(['', '?currency=', '?currency=NO%20SUCH'])(
    '400, balance with missing or malformed currency: "%s"',
    async (query) => {
      const path = `/core/api/v1/balance/merchant${query}`
      const { status, body } = await merchant.call(path, { headers: merchant.authorization('payout') })
      expect(status).toBe(400)
      expect(body).toMatchObject({ label: expect.any(String), message: expect.any(String) })
    },
  )

  it('422, payout with insufficient balance: no order is created', async () => {
    await merchant.control('config', { pipelines: { payout: { balances: { UAH: '9.99' } } } })
    const { status, body } = await merchant.create('payout', '10.00', { externalTransactionId: 'dear' })
    expect(status).toBe(422)
    expect(body).toMatchObject({
      label: 'TEMPORARY_ERROR',
      message: 'TEMPORARY_ERROR',
      statusDescrption: '1-4010',
      code: '1.1.4.3',
    })
    expect((await merchant.payoutStatusByOwnId('payout', 'dear')).status).toBe(404)
  })

  it.each(creates)('423, no matching route: %s', async (profile) => {
    await merchant.control('config', { routes: [{ currency: 'UAH', min: '10.00', max: '20.00' }] })
    const refused = await merchant.create(profile, '9.00')
    expect(refused.status).toBe(423)
    expect(refused.body).toMatchObject({
      label: 'TEMPORARY_ERROR',
      message: 'TEMPORARY_ERROR',
      statusDescrption: '0000-2',
      code: '1.2.4.3',
    })
    expect((await merchant.create(profile, '20.00')).status).toBe(200)
    expect((await merchant.create(profile, '21.00')).status).toBe(423)
    expect((await merchant.create(profile, '15.00', { currency: 'USD' })).status).toBe(423)
  })

  it.each(deposits)('423, unknown currency: %s', async (profile) => {
    const { status, body } = await merchant.create(profile, '10.00', { currency: 'GALLEON' })
    expect(status).toBe(423)
    expect(body).toMatchObject({
      label: 'TEMPORARY_ERROR',
      message: 'Currency value "GALLEON" is unknown',
      statusDescrption: '2-00100-2',
      code: '1.2.4.9',
    })
  })

  it('a payout in an unknown currency has no route', async () => {
    const { status, body } = await merchant.create('payout', '10.00', { currency: 'GALLEON' })
    expect(status).toBe(423)
    expect(body).toMatchObject({ code: '1.2.4.3' })
  })

  it.each(['deposit-order', 'withdrawal-order'])('404, %s not found, by either id', async (resource) => {
    const profile = resource === 'deposit-order' ? 'p2p' : 'payout'
    for (const tail of ['status', 'status-by-external-transaction-id']) {
      const path = `/core/api/v1/integration/${resource}/nobody/${tail}`
      const { status, body } = await merchant.call(path, { headers: merchant.authorization(profile) })
      expect(status).toBe(404)
      expect(body).toMatchObject({ label: 'NOT_FOUND', message: expect.any(String) })
    }
  })

  it.each(creates)('415, unsupported media type: %s', async (profile) => {
    const paths = { p2p: 'core', form: 'init', token: 'token', payout: 'core' }
    const resource = profile === 'payout' ? 'withdrawal-order' : 'deposit-order'
    const { status, headers, body } = await merchant.call(
      `/${paths[profile]}/api/v1/integration/${resource}/`,
      {
        method: 'POST',
        headers: { ...merchant.authorization(profile), 'content-type': 'text/plain' },
        body: '{}',
      },
    )
    expect(status).toBe(415)
    expect(headers.get('content-type')).toBe('application/problem+json')
    expect(body).toMatchObject({ type: expect.any(String), title: expect.any(String), status: 415 })
  })

  it('500, internal error: an error body on create, and no order', async () => {
    await merchant.control('faults', { on: 'deposit.create', effect: 'status:500' })
    const { status, body } = await merchant.create('p2p', '10.00')
    expect(status).toBe(500)
    expect(body).toMatchObject({ label: 'INTERNAL_SERVER_ERROR' })
    expect(merchant.sandbox.orders()).toEqual([])
  })

  it.each([
    ['deposit.status', '/core/api/v1/integration/deposit-order/x/status', 'p2p'],
    ['payout.status', '/core/api/v1/integration/withdrawal-order/x/status', 'payout'],
    ['balance', '/core/api/v1/balance/merchant?currency=UAH', 'payout'],
  ] as const)('401, 403: %s without a body', async (_, path, profile) => {
    const invalidKey = { authorization: 'Bearer not.a.key' }
    for (const headers of [{}, invalidKey]) {
      expect(await merchant.call(path, { headers })).toMatchObject({ status: 401, text: '' })
    }
    await merchant.control('config', { pipelines: { [profile]: { capabilities: [] } } })
    const forbidden = await merchant.call(path, { headers: merchant.authorization(profile) })
    expect(forbidden).toMatchObject({ status: 403, text: '' })
  })
})

describe('access', () => {
  it('a key of another profile is refused on a host', async () => {
    const mismatches = [
      ['core', 'form'],
      ['core', 'token'],
      ['core', 'payout'],
      ['init', 'p2p'],
      ['token', 'form'],
    ] as const
    for (const [host, profile] of mismatches) {
      const path = `/${host}/api/v1/integration/deposit-order/`
      const headers = { ...merchant.authorization(profile), 'content-type': 'application/json' }
      expect((await merchant.call(path, { method: 'POST', headers, body: '{}' })).status).toBe(403)
    }
  })

  it('deposits are looked up with a deposit key, payouts with a payout key', async () => {
    const deposit = await merchant.place('form', '10.00')
    const payout = await merchant.place('payout', '10.00')
    expect((await merchant.depositStatus('form', deposit.externalId)).status).toBe(200)
    expect((await merchant.depositStatus('payout', deposit.externalId)).status).toBe(403)
    expect((await merchant.payoutStatus('payout', payout.externalId)).status).toBe(200)
    expect((await merchant.payoutStatus('p2p', payout.externalId)).status).toBe(403)
    expect((await merchant.depositStatus('p2p', payout.externalId)).status).toBe(404)
  })

  it('the merchant’s other deposit keys find a deposit, unless lookups are per pipeline', async () => {
    const { externalId } = await merchant.place('form', '10.00')
    expect((await merchant.depositStatus('p2p', externalId)).status).toBe(200)
    await merchant.control('config', { lookups: 'pipeline' })
    expect((await merchant.depositStatus('p2p', externalId)).status).toBe(404)
    expect((await merchant.depositStatus('form', externalId)).status).toBe(200)
  })

  it('a key is refused from an address that is not allowed', async () => {
    await merchant.control('config', { pipelines: { p2p: { addresses: ['10.0.0.7'] } } })
    const request = () =>
      new Request('http://sandbox.test/core/api/v1/balance/merchant?currency=UAH', {
        headers: merchant.authorization('p2p'),
      })
    expect((await merchant.sandbox.handle(request(), { address: '10.0.0.8' })).status).toBe(403)
    expect((await merchant.sandbox.handle(request(), { address: '::ffff:10.0.0.7' })).status).toBe(200)
  })
})

describe('requests that break the interface', () => {
  it.each([
    ['an amount of zero', '0', {}],
    ['an amount below zero', '-5', {}],
    ['an amount in words', '"ten"', {}],
    ['no currency', '10.00', { currency: '' }],
    ['no id', '10.00', { externalTransactionId: '' }],
    ['no redirect address', '10.00', { successRedirectUrl: undefined }],
    ['a redirect address that runs a script', '10.00', { failedRedirectUrl: 'javascript:alert(1)' }],
    ['an additional field without a key', '10.00', { additionalFields: [{ key: '', value: 'x' }] }],
    ['an additional field without a value', '10.00', { additionalFields: [{ key: 'x', value: null }] }],
  ])('a P2P deposit with %s is refused', async (_, amount, extra) => {
    const { status, body } = await merchant.create('p2p', amount, extra)
    expect(status).toBe(400)
    expect(body).toMatchObject({ label: 'REQUEST_VALIDATION_ERROR' })
  })

  it.each([
    ['p2p', '0.004'],
    ['p2p', '"0.0049"'],
    ...creates.flatMap((profile) =>
      ['0', '0.00', '-0.01', '0e5'].map((amount) => [profile, amount] as const),
    ),
  ] as const)('%s: an amount of %s is refused, because it is not above 0', async (profile, amount) => {
    const { status, body } = await merchant.create(profile, amount)
    expect(status).toBe(400)
    expect(body).toMatchObject({
      label: 'REQUEST_VALIDATION_ERROR',
      message: expect.stringContaining('amount'),
    })
    expect(merchant.sandbox.orders()).toEqual([])
  })

  it('only P2P is rounded: a small crypto amount of another profile is accepted', async () => {
    expect((await merchant.create('p2p', '0.005', { currency: 'BTC' })).status).toBe(200)
    for (const profile of ['form', 'token', 'payout'] as const)
      expect((await merchant.create(profile, '0.004', { currency: 'BTC' })).status).toBe(200)
  })

  it('a form deposit needs no redirect addresses', async () => {
    const none = {
      processingRedirectUrl: undefined,
      failedRedirectUrl: undefined,
      successRedirectUrl: undefined,
    }
    expect((await merchant.create('form', '10.00', none)).status).toBe(200)
  })

  it('a token deposit needs a cardStorageToken', async () => {
    const { status } = await merchant.create('token', '10.00', { additionalFields: [] })
    expect(status).toBe(400)
  })

  it('a payout takes no redirect address', async () => {
    const { status, body } = await merchant.create('payout', '10.00', {
      successRedirectUrl: 'https://shop.test/',
    })
    expect(status).toBe(400)
    expect(body).toMatchObject({ externalTransactionId: expect.any(String) })
  })

  it('invalid JSON is refused with the error body', async () => {
    const headers = { ...merchant.authorization('p2p'), 'content-type': 'application/json' }
    const path = '/core/api/v1/integration/deposit-order/'
    const { status, body } = await merchant.call(path, { method: 'POST', headers, body: '{"amount":' })
    expect(status).toBe(400)
    expect(body).toMatchObject({ label: 'REQUEST_VALIDATION_ERROR', externalTransactionId: null })
  })

  it('a body above 256 kB is not read', async () => {
    const headers = { ...merchant.authorization('p2p'), 'content-type': 'application/json' }
    const path = '/core/api/v1/integration/deposit-order/'
    const body = JSON.stringify({ filler: 'x'.repeat(300_000) })
    expect((await merchant.call(path, { method: 'POST', headers, body })).status).toBe(413)
  })

  it('the create path without its trailing slash is not found', async () => {
    const headers = { ...merchant.authorization('p2p'), 'content-type': 'application/json' }
    const path = '/core/api/v1/integration/deposit-order'
    expect(await merchant.call(path, { method: 'POST', headers, body: '{}' })).toMatchObject({
      status: 404,
      body: { error: 'path not found' },
    })
  })
})
