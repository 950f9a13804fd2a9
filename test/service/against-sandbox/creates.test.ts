import fc from 'fast-check'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { kindOf, profiles, sandboxMerchant } from './merchant.ts'

/** The client against the sandbox over real HTTP, by the rows of the interface's tables: creates. */

const merchant = await sandboxMerchant()
afterAll(() => merchant.close())
beforeEach(() => merchant.reset())

describe('table "POST /api/v1/integration/deposit-order/" and "Create responses (HTTP 200)"', () => {
  test('P2P H2H: Processing, with payment details and the form in the same response', async () => {
    const { externalId, status, paymentDetails } = await merchant.place('p2p')
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
    const { paymentDetails } = await merchant.place('p2p')
    expect(paymentDetails).toMatchObject({
      card: expect.stringMatching(/^\d{16}$/),
      formUrl: expect.stringMatching(/^http/),
      iban: null,
    })
  })

  test('hosted card form (H2C): Init, with formUrl', async () => {
    expect(await merchant.place('form')).toMatchObject({
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
    const placed = await merchant.place('token')
    expect(placed.status).toBe('Processing')
    if (paymentDetails === null) expect(placed.paymentDetails).toBeNull()
    else expect(placed.paymentDetails).toMatchObject(paymentDetails)
  })

  test('payout: Created', async () => {
    expect(await merchant.place('payout')).toMatchObject({ status: 'Created', paymentDetails: null })
  })

  test.each(profiles)('created but failed, %s: the order exists', async (profile) => {
    const { externalId, status } = await merchant.place(profile, { amount: '10.03' })
    expect(status).toBe('Failed')
    expect(await merchant.lookUp(profile, { externalId })).toMatchObject({
      outcome: 'found',
      order: { status: 'Failed' },
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
    const { externalId } = await merchant.place(profile, { amount })
    expect(await merchant.lookUp(profile, { externalId })).toMatchObject({
      order: { amount: held },
    })
  })

  test('a merchant identifier with every path delimiter is found again', async () => {
    const externalTransactionId = 'a/b?c=d#e%20 ы ../..;x'
    const { externalId } = await merchant.place('p2p', { externalTransactionId })
    expect(await merchant.lookUp('p2p', { externalTransactionId })).toMatchObject({
      outcome: 'found',
      order: { externalId },
    })
  })
})

test('amounts keep any digits', async () => {
  const digits = (minLength: number, maxLength: number) =>
    fc.string({ unit: fc.constantFrom(...'0123456789'), minLength, maxLength })
  // Fractions that select no scenario.
  const parts = fc.tuple(fc.integer({ min: 1, max: 9 }), digits(0, 25), digits(0, 20))
  await fc.assert(
    fc.asyncProperty(parts, async ([first, whole, fraction]) => {
      const amount = `${first}${whole}.00${fraction}`
      const { externalId } = await merchant.place('form', { amount, currency: 'USDT_TRC20' })
      expect(await merchant.lookUp('form', { externalId })).toMatchObject({
        order: { amount, currency: 'USDT_TRC20' },
      })
    }),
    { numRuns: 60 },
  )
})

test('any merchant id finds its order', async () => {
  const id = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
    .filter((text) => text.isWellFormed())
  await fc.assert(
    fc.asyncProperty(id, fc.uuid(), async (text, unique) => {
      const externalTransactionId = `${text}/${unique}%?#`
      const { externalId } = await merchant.place('payout', { externalTransactionId })
      expect(await merchant.lookUp('payout', { externalTransactionId })).toMatchObject({
        order: { externalId },
      })
    }),
    { numRuns: 100 },
  )
})

describe.each(profiles)('table "Error responses": %s create', (profile) => {
  const create = (change = {}) => merchant.create(profile, change)
  const createRaw = (body: string) => merchant.create(profile, body)
  const on = `${kindOf(profile)}.create`

  test('400 configured limit reached: LIMITS_ERROR, 0001-0, no code', async () => {
    const id = '7d4f6b1e-0c5a-4c59-9b1e-3f2a8d6c9e10'
    await merchant.configure(profile, { limits: [{ id, currency: 'UAH', total: '50.00' }] })
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
    await merchant.configure(profile, { requiredFields: ['BankAccount'] })
    expect(await create()).toMatchObject({
      outcome: 'refused',
      error: { status: 400, label: 'VALIDATION_ERROR', statusDescription: '0000-0', code: '1.2.4.8' },
    })
    const additionalFields = [
      { key: 'BankAccount', value: 'UA1' },
      { key: 'cardStorageToken', value: 'token-1' },
    ]
    expect(await create({ additionalFields })).toMatchObject({ outcome: 'placed' })
  })

  test('400 validation', async () => {
    expect(await createRaw('{"amount": -1}')).toMatchObject({ outcome: 'refused', error: { status: 400 } })
    expect(await createRaw('not JSON')).toMatchObject({ outcome: 'refused', error: { status: 400 } })
  })

  test('401 missing or invalid key', async () => {
    expect(await merchant.create(profile, {}, { key: 'not-a-key' })).toMatchObject({
      outcome: 'refused',
      error: { status: 401, label: null },
    })
  })

  test('403 key lacks capability', async () => {
    await merchant.configure(profile, { capabilities: ['status'] })
    expect(await create()).toMatchObject({ outcome: 'refused', error: { status: 403, label: null } })
  })

  test('403 key of the other kind', async () => {
    const key = merchant.keyOf(profile === 'payout' ? 'p2p' : 'payout')
    expect(await merchant.create(profile, {}, { key })).toMatchObject({
      outcome: 'refused',
      error: { status: 403 },
    })
  })

  test('403 IP not allowed', async () => {
    await merchant.configure(profile, { addresses: ['192.0.2.1'] })
    expect(await create()).toMatchObject({ outcome: 'refused', error: { status: 403 } })
  })

  test('415 unsupported media type, problem body', async () => {
    const wrongContentType: typeof fetch = (input, init) =>
      fetch(input, { ...init, headers: { ...Object(init?.headers), 'Content-Type': 'text/plain' } })
    const by = merchant.clientWith({ fetch: wrongContentType })
    expect(await merchant.create(profile, {}, { by })).toMatchObject({
      outcome: 'refused',
      error: { status: 415, label: null },
    })
  })

  test('423 no matching channel or route: TEMPORARY_ERROR, 0000-2, 1.2.4.3', async () => {
    await merchant.configure(profile, { routes: [{ currency: 'UAH', min: '500.00' }] })
    expect(await create()).toMatchObject({
      outcome: 'refused',
      error: { status: 423, label: 'TEMPORARY_ERROR', statusDescription: '0000-2', code: '1.2.4.3' },
    })
    expect(await create({ amount: '500.00' })).toMatchObject({ outcome: 'placed' })
  })

  test('500 internal error: unknown', async () => {
    await merchant.fault(on, 'status:500')
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
    await merchant.fault(on, effect)
    expect(await create()).toMatchObject({ outcome: 'unknown', error })
  })

  test('a timeout: unknown', async () => {
    await merchant.fault(on, 'delay:5000')
    expect(await merchant.create(profile, {}, { by: merchant.clientWith({ timeoutMs: 50 }) })).toMatchObject({
      outcome: 'unknown',
      error: { kind: 'timeout' },
    })
  })

  test('retry rule: an order created before the connection broke is found by its own id', async () => {
    await merchant.fault(on, 'drop-after')
    const externalTransactionId = 'broken-off'
    expect(await create({ externalTransactionId })).toMatchObject({
      outcome: 'unknown',
      error: { kind: 'connection' },
    })
    expect(await merchant.lookUp(profile, { externalTransactionId })).toMatchObject({ outcome: 'found' })
    expect(merchant.orders()).toHaveLength(1)
  })
})

describe('table "Error responses": rows of one kind', () => {
  test.each(['p2p', 'form', 'token'] as const)(
    '423 deposit %s: unknown currency: TEMPORARY_ERROR, 2-00100-2, 1.2.4.9',
    async (profile) => {
      expect(await merchant.create(profile, { currency: 'NOT_A_CURRENCY' })).toMatchObject({
        outcome: 'refused',
        error: { status: 423, label: 'TEMPORARY_ERROR', statusDescription: '2-00100-2', code: '1.2.4.9' },
      })
    },
  )

  test('422 payout: insufficient balance, no order created: TEMPORARY_ERROR, 1-4010, 1.1.4.3', async () => {
    await merchant.configure('payout', { balances: { UAH: '99.99' } })
    expect(await merchant.create('payout')).toMatchObject({
      outcome: 'refused',
      error: { status: 422, label: 'TEMPORARY_ERROR', statusDescription: '1-4010', code: '1.1.4.3' },
    })
    expect(merchant.orders()).toEqual([])
  })
})
