import { beforeEach, describe, expect, it } from 'vitest'
import { createPaymentsClient } from '../../src/service/index.ts'
import { createMerchant, type Merchant } from './merchant.ts'

let merchant: Merchant
beforeEach(() => {
  merchant = createMerchant()
})

/** The response to one request under a setting: its status, body and text. */
const scenes = {
  create: () => merchant.create('p2p', '10.00'),
  async paidForm() {
    const { externalId } = await merchant.place('form', '10.50')
    await merchant.control(`orders/${externalId}`, { do: 'pay' })
    return merchant.depositStatus('form', externalId)
  },
  async payout() {
    const { externalId } = await merchant.place('payout', '10.50')
    return merchant.payoutStatus('payout', externalId)
  },
  notFound: () => merchant.depositStatus('p2p', 'missing'),
  denied: () => merchant.call('/core/api/v1/balance/merchant?currency=UAH'),
  async createFails() {
    await merchant.control('faults', { on: 'deposit.create', effect: 'status:500' })
    return merchant.create('p2p', '10.00')
  },
  async lookupFails() {
    await merchant.control('faults', { on: 'deposit.status', effect: 'status:500' })
    return merchant.depositStatus('p2p', 'missing')
  },
  invalid: () => merchant.create('p2p', '0'),
  noCurrency: () => merchant.create('p2p', '10.00', { currency: null }),
  lowerCase: () => merchant.create('p2p', '10.00', { currency: 'uah' }),
  async alias() {
    await merchant.create('p2p', '10.00', { currency: 'HRYVNIA', externalTransactionId: 'alias' })
    return merchant.depositStatusByOwnId('p2p', 'alias')
  },
  longId: () => merchant.create('p2p', '10.00', { externalTransactionId: 'x'.repeat(65) }),
  unknownBalance: () =>
    merchant.call('/core/api/v1/balance/merchant?currency=GALLEON', {
      headers: merchant.authorization('payout'),
    }),
  wrongType: () =>
    merchant.call('/core/api/v1/integration/deposit-order/', {
      method: 'POST',
      headers: { ...merchant.authorization('p2p'), 'content-type': 'text/plain' },
    }),
}

const withParams = (params: unknown) => expect.objectContaining({ externalParams: params })
const without = (member: string) => expect.not.objectContaining({ [member]: expect.anything() })
const anError = expect.objectContaining({ label: expect.any(String), message: expect.any(String) })
const page = expect.stringContaining('<!doctype html>')

describe('a setting varies what the interface leaves open', () => {
  const rows: [object, keyof typeof scenes, number, unknown][] = [
    [
      { paymentDetails: { qr: 'url' } },
      'create',
      200,
      expect.objectContaining({
        paymentDetails: expect.objectContaining({ qrUrl: expect.stringMatching(/^https:/) }),
      }),
    ],
    [
      { paymentDetails: { method: 'SEPA' } },
      'create',
      200,
      expect.objectContaining({ paymentDetails: expect.objectContaining({ method: 'SEPA' }) }),
    ],
    [
      { paymentDetails: { returned: 'without-formUrl', fields: [] } },
      'create',
      200,
      expect.objectContaining({ paymentDetails: {} }),
    ],
    [
      { paymentDetails: { returned: 'null' } },
      'create',
      200,
      expect.objectContaining({ paymentDetails: null }),
    ],
    [{ paymentDetails: { returned: 'absent' } }, 'create', 200, without('paymentDetails')],
    [{ extraMembers: true }, 'create', 200, expect.objectContaining({ sandboxExtra: expect.anything() })],
    [{ statusAmount: 'string' }, 'paidForm', 200, expect.objectContaining({ amount: '10.50' })],
    [{ statusAmount: 'null' }, 'paidForm', 200, expect.objectContaining({ amount: null })],
    [{ statusAmount: 'absent' }, 'paidForm', 200, without('amount')],
    [{ statusCurrency: 'never' }, 'paidForm', 200, without('currency')],
    [{ statusCurrency: 'all' }, 'payout', 200, expect.objectContaining({ currency: 'UAH' })],
    [
      { statusExternalParams: 'null' },
      'paidForm',
      200,
      withParams(expect.objectContaining({ cardStorageToken: null })),
    ],
    [{ statusExternalParams: 'absent' }, 'paidForm', 200, without('externalParams')],
    [{ statusHistory: 'empty' }, 'payout', 200, expect.objectContaining({ orderHistory: [] })],
    [{ statusHistory: 'absent' }, 'payout', 200, without('orderHistory')],
    [{ statusHistoryDelay: 60 }, 'payout', 200, expect.objectContaining({ orderHistory: [] })],
    [
      { statusHistoryDelay: 60 },
      'paidForm',
      200,
      expect.objectContaining({ orderHistory: [expect.objectContaining({ newCode: '1.0.0.00' })] }),
    ],
    [
      { historyActions: 'null', historyCodes: 'null' },
      'payout',
      200,
      expect.objectContaining({
        orderHistory: [expect.objectContaining({ action: null, newCode: null }), expect.anything()],
      }),
    ],
    [
      { notFoundLabel: 'ORDER_NOT_FOUND' },
      'notFound',
      404,
      expect.objectContaining({ label: 'ORDER_NOT_FOUND' }),
    ],
    [
      { invalidLabel: 'VALIDATION_ERROR' },
      'invalid',
      400,
      expect.objectContaining({ label: 'VALIDATION_ERROR' }),
    ],
    [{ internalLabel: 'FAILURE' }, 'createFails', 500, expect.objectContaining({ label: 'FAILURE' })],
    [{ errorNulls: 'absent' }, 'notFound', 404, { label: 'NOT_FOUND', message: expect.any(String) }],
    [
      { errorNulls: 'absent' },
      'createFails',
      500,
      { label: 'INTERNAL_SERVER_ERROR', message: expect.any(String) },
    ],
    [{ deniedBody: 'json' }, 'denied', 401, anError],
    [{ deniedBody: 'html' }, 'denied', 401, page],
    [{ createErrorBody: 'empty' }, 'createFails', 500, ''],
    [{ createErrorBody: 'html' }, 'createFails', 500, page],
    [{ lookupErrorBody: 'json' }, 'lookupFails', 500, anError],
    [{ missingCurrency: 'unknown' }, 'noCurrency', 423, expect.objectContaining({ code: '1.2.4.9' })],
    [{ currencyCase: 'ignored' }, 'lowerCase', 200, expect.anything()],
    [{ currencyAliases: { HRYVNIA: 'UAH' } }, 'alias', 200, expect.objectContaining({ currency: 'UAH' })],
    [{ maxIdLength: 64 }, 'longId', 400, anError],
    [{ unknownBalance: 'zeros' }, 'unknownBalance', 200, expect.objectContaining({ currency: 'GALLEON' })],
    [{ unknownBalance: 'not-found' }, 'unknownBalance', 404, anError],
    [{ traceId: false }, 'wrongType', 415, without('traceId')],
  ]
  it.each(rows)('%j: %s', async (patch, scene, status, body) => {
    const before = await scenes[scene]()
    merchant = createMerchant()
    expect((await merchant.control('config', patch)).status).toBe(200)
    const varied = await scenes[scene]()
    expect({ status: varied.status, body: varied.body }).toEqual({ status, body })
    // Without the setting the response differs.
    expect({ status: before.status, body: before.body }).not.toEqual({ status, body })
  })

  it.each([
    ['shortest', '10.50', '10.5'],
    ['shortest', '100.00', '100'],
    ['shortest', '100', '100'],
    ['two-decimals', '7', '7.00'],
  ])('amountDigits %s: %s is %s in status and callback', async (amountDigits, amount, shown) => {
    await merchant.control('config', { amountDigits })
    const { externalId } = await merchant.place('p2p', amount)
    expect((await merchant.depositStatus('p2p', externalId)).text).toContain(`"amount":${shown},`)
    expect(merchant.received).toMatchObject([
      { verified: true, body: expect.stringContaining(`"amount":${shown},`) },
    ])
  })

  it('rateLimit: a pipeline gets 429 with Retry-After until its window has passed', async () => {
    await merchant.control('config', { pipelines: { p2p: { rateLimit: { requests: 2, seconds: 60 } } } })
    await merchant.depositStatus('p2p', 'a')
    await merchant.advance(20)
    await merchant.depositStatus('p2p', 'a')
    const limited = await merchant.depositStatus('p2p', 'a')
    expect(limited.status).toBe(429)
    expect(limited.headers.get('retry-after')).toBe('40')
    expect((await merchant.payoutStatus('payout', 'a')).status).toBe(404)
    await merchant.advance(40)
    expect((await merchant.depositStatus('p2p', 'a')).status).toBe(404)
  })

  it('lateHistoryDelay: when the last entries are added', async () => {
    await merchant.control('config', { lateHistoryDelay: 30 })
    const { externalId } = await merchant.place('p2p', '10.00')
    await merchant.control(`orders/${externalId}`, { do: 'pay' })
    expect((await merchant.depositStatus('p2p', externalId)).text).not.toContain('6.1.1.00')
    await merchant.advance(30)
    expect((await merchant.depositStatus('p2p', externalId)).text).toContain('6.1.1.00')
  })

  it.each(['p2p', 'form', 'token'] as const)(
    'refusedDeposits: a %s that no route accepts exists, in status Failed',
    async (profile) => {
      await merchant.control('config', { refusedDeposits: 'created', routes: [] })
      const own = { externalTransactionId: 'refused' }
      expect((await merchant.create(profile, '10.00', own)).status).toBe(423)
      const { body } = await merchant.depositStatusByOwnId(profile, 'refused')
      expect(body).toMatchObject({ orderStatus: 'Failed' })
      expect(await merchant.create(profile, '10.00', own)).toMatchObject({ body: { code: '1.1.5.1' } })
      expect((await merchant.create('payout', '10.00', { externalTransactionId: 'p' })).status).toBe(423)
      expect((await merchant.payoutStatusByOwnId('payout', 'p')).status).toBe(404)
    },
  )
})

describe('a setting varies callbacks, which stay verifiable', () => {
  it.each([
    [{ orderTypeCase: 'lower' }, '"orderType":"deposit"'],
    [{ orderTypeCase: 'upper' }, '"orderType":"DEPOSIT"'],
    [{ amountAsString: true }, '"amount":"10.00"'],
    [{ historyKeys: 'camel-case' }, '"newCode":"5.1.3.00"'],
    [{ times: 'utc' }, 'Z","Action"'],
    [{ history: 'empty' }, '"orderHistory":[]'],
    [{ externalParams: 'null' }, '"cardStorageToken":null'],
  ])('%j', async (callbacks, text) => {
    await merchant.control('config', { callbacks })
    const { externalId } = await merchant.place('form', '10.00')
    await merchant.control(`orders/${externalId}`, { do: 'pay' })
    expect(merchant.received.at(-1)).toMatchObject({ verified: true, body: expect.stringContaining(text) })
  })

  it('externalParams null: also of an order without a card', async () => {
    const cardless = { cardToken: null, cardStorageToken: null, cardHolder: null, cardNumber: null }
    await merchant.control('config', { callbacks: { externalParams: 'null' }, statusExternalParams: 'null' })
    const { externalId } = await merchant.place('p2p', '10.00')
    expect(JSON.parse(merchant.received.at(-1)?.body ?? '')).toMatchObject({ externalParams: cardless })
    expect((await merchant.depositStatus('p2p', externalId)).body).toMatchObject({ externalParams: cardless })
  })

  it.each([
    [{ externalParams: 'absent' }, 'externalParams'],
    [{ history: 'absent' }, 'orderHistory'],
    [{ withCurrency: false }, 'currency'],
    [{ signedFieldsOnly: ['Success'] }, 'orderHistory'],
  ])('%j: without %s', async (callbacks, member) => {
    await merchant.control('config', { callbacks })
    const { externalId } = await merchant.place('form', '10.00')
    await merchant.control(`orders/${externalId}`, { do: 'pay' })
    expect(merchant.received.at(-1)).toMatchObject({ verified: true, type: 'Success' })
    expect(JSON.parse(merchant.received.at(-1)?.body ?? '')).not.toHaveProperty(member)
  })

  it('privateKey: another key signs, as during a rotation', async () => {
    await merchant.control('config', { callbacks: { privateKey: 'the-next-key' } })
    await merchant.place('p2p', '10.00')
    expect(merchant.received).toMatchObject([{ type: 'Processing', verified: false }])
    await merchant.control('config', { callbacks: { privateKey: null } })
    await merchant.place('p2p', '10.00')
    expect(merchant.received.at(-1)).toMatchObject({ verified: true })
  })

  it('signatureCase: upper-case hex', async () => {
    await merchant.control('config', { callbacks: { signatureCase: 'upper' } })
    await merchant.place('p2p', '10.00')
    const { body } = await merchant.control('deliveries')
    expect(body).toMatchObject([{ signature: expect.stringMatching(/^[0-9A-F]{64}$/) }])
  })

  it.each([
    [11, 11],
    [12, 12],
    [1, 1],
  ])('attempts: %i', async (attempts, count) => {
    await merchant.control('config', { callbacks: { attempts } })
    merchant.callbackEndpoint.respond = () => new Response(null, { status: 500 })
    await merchant.place('p2p', '10.00')
    await merchant.advance(3 * 86_400)
    expect(merchant.received).toHaveLength(count)
  })

  it.each([
    ['dynamic', ['https://shop.test/callbacks']],
    ['static', ['https://static.test/']],
    ['both', ['https://shop.test/callbacks', 'https://static.test/']],
  ])('usedAddress: %s', async (usedAddress, addresses) => {
    await merchant.control('config', { callbacks: { address: 'https://static.test/', usedAddress } })
    await merchant.place('p2p', '10.00')
    const { body } = await merchant.control('deliveries')
    expect(body).toMatchObject(addresses.map((address) => ({ address })))
  })
})

describe('an order id', () => {
  it.each([
    ['p2p', 'payout'],
    ['payout', 'form'],
    ['form', 'token'],
  ] as const)('of a %s is a duplicate in a %s', async (first, second) => {
    const { externalTransactionId } = await merchant.place(first, '10.00')
    const { status, body } = await merchant.create(second, '10.00', { externalTransactionId })
    expect(status).toBe(400)
    expect(body).toMatchObject({ statusDescrption: '1-4007', code: '1.1.5.1', externalTransactionId })
    const lookUp = second === 'payout' ? merchant.payoutStatusByOwnId : merchant.depositStatusByOwnId
    expect((await lookUp(second, externalTransactionId)).status).toBe(first === 'form' ? 200 : 404)
  })
})

describe('a token deposit without a cardStorageToken', () => {
  it.each([[[]], [undefined], [[{ key: 'email', value: 'a@b.test' }]]])(
    'is refused as a missing field: %j',
    async (additionalFields) => {
      const { status, body } = await merchant.create('token', '10.00', { additionalFields })
      expect(status).toBe(400)
      expect(body).toMatchObject({
        label: 'VALIDATION_ERROR',
        message: expect.stringContaining('cardStorageToken'),
        statusDescrption: '0000-0',
        code: '1.2.4.8',
      })
    },
  )
})

it('a balance without a currency is refused, however unknown currencies are answered', async () => {
  for (const unknownBalance of ['invalid', 'zeros', 'not-found']) {
    await merchant.control('config', { unknownBalance })
    const headers = merchant.authorization('payout')
    expect((await merchant.call('/core/api/v1/balance/merchant', { headers })).status).toBe(400)
  }
})

it('fieldPatterns: a field with another value is refused, and named', async () => {
  await merchant.control('config', { fieldPatterns: { iban: '^UA\\d{27}$' } })
  const create = (value: string) =>
    merchant.create('payout', '10.00', { additionalFields: [{ key: 'iban', value }] })
  expect(await create('DE1')).toMatchObject({
    status: 400,
    body: { label: 'REQUEST_VALIDATION_ERROR', message: expect.stringContaining('iban') },
  })
  expect((await create(`UA${'0'.repeat(27)}`)).status).toBe(200)
})

describe('an unknown setting', () => {
  it.each([
    [{ fieldPatterns: { iban: '(' } }, 'fieldPatterns.iban'],
    [{ color: 'blue' }, 'color'],
    [{ callbacks: { color: 'blue' } }, 'callbacks: Unrecognized key: "color"'],
    [{ pipelines: { p2p: { color: 1 } } }, 'pipelines.p2p: Unrecognized key: "color"'],
    [{ paymentDetails: { qr: 'svg' } }, 'paymentDetails.qr'],
    [{ statusAmount: 'sometimes' }, 'statusAmount'],
  ])('%j is a 400 that names it', async (patch, name) => {
    const { status, body } = await merchant.control('config', patch)
    expect(status).toBe(400)
    expect(body).toMatchObject({ error: expect.stringContaining(name) })
  })
})

describe('the client', () => {
  const place = async (returned: string) => {
    await merchant.control('config', { paymentDetails: { fields: [], returned } })
    const client = createPaymentsClient({
      baseUrl: merchant.env['PAYMENTS_BASE_URL'] ?? '',
      fetch: merchant.sandbox.fetch,
    })
    const url = 'https://shop.test/'
    return client.createDeposit(
      { profile: 'p2p', key: merchant.keys.p2p ?? '' },
      {
        amount: '10.00',
        currency: 'UAH',
        externalTransactionId: 'bare',
        processingRedirectUrl: url,
        successRedirectUrl: url,
        failedRedirectUrl: url,
      },
    )
  }

  it.each(['without-formUrl', 'null', 'absent'])(
    'receives a P2P response without any payment detail: %s',
    async (returned) => {
      const outcome = await place(returned)
      expect(outcome).toMatchObject({ outcome: 'placed', status: 'Processing' })
      const details = outcome.outcome === 'placed' ? outcome.paymentDetails : null
      expect(Object.values(details ?? {}).filter((value) => value !== null)).toEqual([])
    },
  )
})
