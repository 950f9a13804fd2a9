import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type SandboxMerchant, sandboxMerchant } from './merchant.ts'

/** The client against the sandbox over real HTTP, by the rows of the interface's tables: creates. */

let merchant: SandboxMerchant
beforeAll(async () => {
  merchant = await sandboxMerchant()
})
afterAll(() => merchant.close())
beforeEach(() => merchant.reset())

describe('table "POST /api/v1/integration/deposit-order/" and "Create responses (HTTP 200)"', () => {
  test('P2P H2H: Processing, with payment details and the form in the same response', async () => {
    const { externalId, status, paymentDetails } = await merchant.placeDeposit('p2p')
    const issued = merchant.orders().find((order) => order.externalId === externalId)
    expect(status).toBe('Processing')
    expect(paymentDetails).toEqual(issued?.paymentDetails)
    expect(paymentDetails).toMatchObject({
      number: expect.stringMatching(/^\+/),
      accountNumber: expect.stringMatching(/^0/),
    })
  })

  test.each(['absent', 'null', 'empty'])('P2P H2H: members that are %s', async (unfilled) => {
    await merchant.control('config', { paymentDetails: { fields: ['card'], unfilled } })
    const { paymentDetails } = await merchant.placeDeposit('p2p')
    expect(paymentDetails).toMatchObject({
      card: expect.stringMatching(/^\d{16}$/),
      formUrl: expect.stringMatching(/^http/),
      iban: unfilled === 'empty' ? '' : null,
    })
  })

  test('hosted card form (H2C): Init, with formUrl', async () => {
    expect(await merchant.placeDeposit('form')).toMatchObject({
      status: 'Init',
      paymentDetails: { formUrl: expect.stringMatching(/^http/), card: null },
    })
  })

  test.each([
    ['url', { formUrl: expect.stringMatching(/^http/) }],
    ['null', { formUrl: null }],
    ['absent', null],
  ])('tokenized: Processing, formUrl %s', async (tokenForm, paymentDetails) => {
    await merchant.control('config', { tokenForm })
    const placed = await merchant.placeDeposit('token')
    expect(placed.status).toBe('Processing')
    if (paymentDetails === null) expect(placed.paymentDetails).toBeNull()
    else expect(placed.paymentDetails).toMatchObject(paymentDetails)
  })

  test('payout: Created', async () => {
    expect(await merchant.placePayout()).toMatchObject({ status: 'Created', paymentDetails: null })
  })

  test('created but failed, deposit: the order exists', async () => {
    const { externalId, status } = await merchant.placeDeposit('p2p', '10.03')
    expect(status).toBe('Failed')
    expect(await merchant.client.depositStatus(merchant.pipeline('p2p'), { externalId })).toMatchObject({
      outcome: 'found',
      order: { status: 'Failed' },
    })
  })

  test('created but failed, payout: the order exists', async () => {
    const request = merchant.payout({ amount: '10.03' })
    expect(await merchant.client.createPayout(merchant.payouts, request)).toMatchObject({
      outcome: 'placed',
      status: 'Failed',
    })
  })
})

describe('the service receives what a create sends', () => {
  test.each([
    ['p2p', '1.005', '1.01'],
    ['p2p', '100.00', '100.00'],
    ['p2p', '12345678901234567890.10', '12345678901234567890.10'],
    ['form', '1.005', '1.005'],
    ['form', '1.5e2', '150.00'],
    ['token', '7.1', '7.10'],
  ] as const)('%s %s is stored as %s', async (profile, amount, held) => {
    const { externalId } = await merchant.placeDeposit(profile, amount)
    expect(await merchant.client.depositStatus(merchant.pipeline(profile), { externalId })).toMatchObject({
      order: { amount: held },
    })
  })

  test('a merchant identifier with every path delimiter is found again', async () => {
    const externalTransactionId = 'a/b?c=d#e%20 ы ../..;x'
    const request = merchant.deposit({ externalTransactionId })
    const created = await merchant.client.createDeposit(merchant.pipeline('p2p'), request)
    expect(
      await merchant.client.depositStatus(merchant.pipeline('p2p'), { externalTransactionId }),
    ).toMatchObject({
      outcome: 'found',
      order: { externalId: 'externalId' in created ? created.externalId : '' },
    })
  })
})

describe.each([
  ['deposit', 'p2p'],
  ['payout', 'payout'],
] as const)('table "Error responses": %s create', (kind, pipeline) => {
  const create = (change = {}) =>
    kind === 'deposit'
      ? merchant.client.createDeposit(merchant.pipeline('p2p'), merchant.deposit(change))
      : merchant.client.createPayout(merchant.payouts, merchant.payout(change))
  const createRaw = (body: string) =>
    kind === 'deposit'
      ? merchant.client.createDeposit(merchant.pipeline('p2p'), body)
      : merchant.client.createPayout(merchant.payouts, body)
  const createWith = (client: SandboxMerchant['client'], key: string) =>
    kind === 'deposit'
      ? client.createDeposit({ profile: 'p2p', key }, merchant.deposit())
      : client.createPayout({ key }, merchant.payout())
  const key = () => (kind === 'deposit' ? merchant.pipeline('p2p').key : merchant.payouts.key)

  test('400 configured limit reached: LIMITS_ERROR, 0001-0, no code', async () => {
    const id = '7d4f6b1e-0c5a-4c59-9b1e-3f2a8d6c9e10'
    await merchant.configure(pipeline, { limits: [{ id, currency: 'UAH', total: '50.00' }] })
    expect(await create()).toMatchObject({
      outcome: 'refused',
      error: { status: 400, label: 'LIMITS_ERROR', statusDescription: '0001-0', code: null },
    })
  })

  test('400 duplicate merchant order identifier: unknown, because the order exists', async () => {
    const externalTransactionId = 'twice'
    expect(await create({ externalTransactionId })).toMatchObject({ outcome: 'placed' })
    expect(await create({ externalTransactionId })).toMatchObject({
      outcome: 'unknown',
      error: {
        kind: 'duplicate',
        status: 400,
        label: 'VALIDATION_ERROR',
        statusDescription: '1-4007',
        code: '1.1.5.1',
      },
    })
    expect(merchant.orders()).toHaveLength(1)
  })

  test('400 required additional field missing: VALIDATION_ERROR, 0000-0, 1.2.4.8', async () => {
    await merchant.configure(pipeline, { requiredFields: ['BankAccount'] })
    expect(await create()).toMatchObject({
      outcome: 'refused',
      error: { status: 400, label: 'VALIDATION_ERROR', statusDescription: '0000-0', code: '1.2.4.8' },
    })
    expect(await create({ additionalFields: [{ key: 'BankAccount', value: 'UA1' }] })).toMatchObject({
      outcome: 'placed',
    })
  })

  test('400 validation', async () => {
    expect(await createRaw('{"amount": -1}')).toMatchObject({ outcome: 'refused', error: { status: 400 } })
    expect(await createRaw('not JSON')).toMatchObject({ outcome: 'refused', error: { status: 400 } })
  })

  test('401 missing or invalid key', async () => {
    expect(await createWith(merchant.client, 'not-a-key')).toMatchObject({
      outcome: 'refused',
      error: { status: 401, label: null },
    })
  })

  test('403 key lacks capability', async () => {
    await merchant.configure(pipeline, { capabilities: ['status'] })
    expect(await create()).toMatchObject({ outcome: 'refused', error: { status: 403, label: null } })
  })

  test('403 key of the other kind', async () => {
    const other = kind === 'deposit' ? merchant.payouts.key : merchant.pipeline('p2p').key
    expect(await createWith(merchant.client, other)).toMatchObject({
      outcome: 'refused',
      error: { status: 403 },
    })
  })

  test('403 IP not allowed', async () => {
    await merchant.configure(pipeline, { addresses: ['192.0.2.1'] })
    expect(await create()).toMatchObject({ outcome: 'refused', error: { status: 403 } })
  })

  test('415 unsupported media type, problem body', async () => {
    const wrongContentType: typeof fetch = (input, init) =>
      fetch(input, { ...init, headers: { ...Object(init?.headers), 'Content-Type': 'text/plain' } })
    expect(await createWith(merchant.clientWith({ fetch: wrongContentType }), key())).toMatchObject({
      outcome: 'refused',
      error: { status: 415, label: null },
    })
  })

  test('423 no matching channel or route: TEMPORARY_ERROR, 0000-2, 1.2.4.3', async () => {
    await merchant.configure(pipeline, { routes: [{ currency: 'UAH', min: '500.00' }] })
    expect(await create()).toMatchObject({
      outcome: 'refused',
      error: { status: 423, label: 'TEMPORARY_ERROR', statusDescription: '0000-2', code: '1.2.4.3' },
    })
    expect(await create({ amount: '500.00' })).toMatchObject({ outcome: 'placed' })
  })

  test('500 internal error: unknown', async () => {
    await merchant.fault(`${kind}.create`, 'status:500')
    expect(await create()).toMatchObject({
      outcome: 'unknown',
      error: { kind: 'server', status: 500, label: 'INTERNAL_SERVER_ERROR' },
    })
  })

  test.each([
    ['status:499', { kind: 'server', status: 499 }],
    ['status:503', { kind: 'server', status: 503 }],
    ['status:408', { kind: 'timeout', status: 408 }],
    ['status:202', { kind: 'other', status: 202 }],
    ['drop-before', { kind: 'connection' }],
    ['malformed', { kind: 'unreadable', status: 200 }],
  ])('%s: unknown', async (effect, error) => {
    await merchant.fault(`${kind}.create`, effect)
    expect(await create()).toMatchObject({ outcome: 'unknown', error })
  })

  test('a timeout: unknown', async () => {
    await merchant.fault(`${kind}.create`, 'delay:5000')
    expect(await createWith(merchant.clientWith({ timeoutMs: 50 }), key())).toMatchObject({
      outcome: 'unknown',
      error: { kind: 'timeout' },
    })
  })

  test('retry rule: an order created before the connection broke is found by its own id', async () => {
    await merchant.fault(`${kind}.create`, 'drop-after')
    const externalTransactionId = 'broken-off'
    expect(await create({ externalTransactionId })).toMatchObject({
      outcome: 'unknown',
      error: { kind: 'connection' },
    })
    const id = { externalTransactionId }
    const found =
      kind === 'deposit'
        ? await merchant.client.depositStatus(merchant.pipeline('p2p'), id)
        : await merchant.client.payoutStatus(merchant.payouts, id)
    expect(found).toMatchObject({ outcome: 'found' })
    expect(merchant.orders()).toHaveLength(1)
  })
})

describe('table "Error responses": rows of one kind', () => {
  test.each(['p2p', 'form'] as const)(
    '423 deposit %s: unknown currency: TEMPORARY_ERROR, 2-00100-2, 1.2.4.9',
    async (profile) => {
      const request = merchant.deposit({ currency: 'NOT_A_CURRENCY' })
      expect(await merchant.client.createDeposit(merchant.pipeline(profile), request)).toMatchObject({
        outcome: 'refused',
        error: { status: 423, label: 'TEMPORARY_ERROR', statusDescription: '2-00100-2', code: '1.2.4.9' },
      })
    },
  )

  test('422 payout: insufficient balance, no order created: TEMPORARY_ERROR, 1-4010, 1.1.4.3', async () => {
    await merchant.configure('payout', { balances: { UAH: '99.99' } })
    expect(await merchant.client.createPayout(merchant.payouts, merchant.payout())).toMatchObject({
      outcome: 'refused',
      error: { status: 422, label: 'TEMPORARY_ERROR', statusDescription: '1-4010', code: '1.1.4.3' },
    })
    expect(merchant.orders()).toEqual([])
  })
})
