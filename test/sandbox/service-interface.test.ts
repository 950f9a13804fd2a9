import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { frozenTime } from '../../src/sandbox/index.ts'
import { createHttpMerchant, type HttpMerchant, type Profile, profiles } from './http-merchant.ts'

let merchant: HttpMerchant
beforeAll(async () => {
  merchant = await createHttpMerchant({ clock: frozenTime(), fetch: async () => new Response() })
})
afterAll(() => merchant.close())
beforeEach(() => merchant.control('reset'))

const refused = (status: number, facts: object = {}) => ({ outcome: 'refused', error: { status, ...facts } })
const deposits: Profile[] = ['p2p', 'form', 'token']

describe('the table of errors, as parsed by the client', () => {
  it.each(profiles)('200, order created but processing failed: a placed %s that failed', async (profile) => {
    expect(await merchant.create(profile, '10.03')).toMatchObject({ outcome: 'placed', status: 'Failed' })
  })

  it.each(profiles)('400, configured limit reached: %s', async (profile) => {
    const id = '0b0e3a52-6f0f-4a7e-8e07-0a6a6c1d2f10'
    await merchant.control('config', { limits: [{ id, currency: 'USDT_TRC20', total: '1' }] })
    const facts = { label: 'LIMITS_ERROR', statusDescription: '0001-0', code: null }
    expect(await merchant.create(profile, '10.00')).toMatchObject(refused(400, facts))
  })

  it.each(profiles)(
    '400, duplicate merchant order identifier: unknown, because the order exists: %s',
    async (profile) => {
      const mine = { externalTransactionId: 'mine' }
      await merchant.create(profile, '10.00', mine)
      expect(await merchant.create(profile, '10.00', mine)).toMatchObject({
        outcome: 'unknown',
        error: {
          kind: 'duplicate',
          status: 400,
          label: 'VALIDATION_ERROR',
          statusDescription: '1-4007',
          code: '1.1.5.1',
        },
      })
    },
  )

  it.each(profiles)('400, required additional field missing: %s', async (profile) => {
    await merchant.control('config', { requiredFields: ['bankName'] })
    const facts = { label: 'VALIDATION_ERROR', statusDescription: '0000-0', code: '1.2.4.8' }
    expect(await merchant.create(profile, '10.00')).toMatchObject(refused(400, facts))
  })

  it('400, balance: malformed currency', async () => {
    const balance = merchant.client.balance({ key: merchant.keyOf('payout') }, 'NO SUCH')
    await expect(balance).rejects.toMatchObject({ name: 'PaymentsRefusedError', status: 400 })
  })

  it('422, payout: insufficient balance', async () => {
    await merchant.control('config', { balances: { USDT_TRC20: '9.99' } })
    const facts = { label: 'TEMPORARY_ERROR', statusDescription: '1-4010', code: '1.1.4.3' }
    expect(await merchant.create('payout', '10.00')).toMatchObject(refused(422, facts))
  })

  it.each(profiles)('423, no matching route: %s', async (profile) => {
    await merchant.control('config', { routes: [] })
    const facts = { label: 'TEMPORARY_ERROR', statusDescription: '0000-2', code: '1.2.4.3' }
    expect(await merchant.create(profile, '10.00')).toMatchObject(refused(423, facts))
  })

  it.each(deposits)('423, deposit: unknown currency: %s', async (profile) => {
    const facts = { label: 'TEMPORARY_ERROR', statusDescription: '2-00100-2', code: '1.2.4.9' }
    const outcome = await merchant.create(profile, '10.00', { currency: 'GALLEON' })
    expect(outcome).toMatchObject(refused(423, facts))
  })

  it.each(profiles)('404, lookup: order not found: %s', async (profile) => {
    expect(await merchant.lookUp(profile, 'nobody')).toEqual({ outcome: 'not_found' })
  })

  it.each(profiles)('500, internal error on create: unknown: %s', async (profile) => {
    const on = profile === 'payout' ? 'payout.create' : 'deposit.create'
    await merchant.control('faults', { on, effect: 'status:500' })
    expect(await merchant.create(profile, '10.00')).toMatchObject({
      outcome: 'unknown',
      error: { kind: 'server', status: 500, label: 'INTERNAL_SERVER_ERROR' },
    })
  })

  it.each(profiles)('500, 503, no response or a malformed one to a lookup: unknown: %s', async (profile) => {
    const { externalId } = await merchant.place(profile, '10.00')
    const on = profile === 'payout' ? 'payout.status' : 'deposit.status'
    for (const effect of ['status:500', 'status:503', 'drop-before', 'malformed']) {
      await merchant.control('faults', { on, effect })
      expect((await merchant.lookUp(profile, externalId)).outcome).toBe('unknown')
    }
  })

  it.each(profiles)('401, invalid key: %s', async (profile) => {
    expect(await merchant.create(profile, '10.00', {}, 'not.a.key')).toMatchObject(refused(401))
    expect(await merchant.lookUp(profile, 'anything', 'not.a.key')).toMatchObject({
      outcome: 'unknown',
      error: { kind: 'unauthorized', status: 401 },
    })
  })

  it.each(profiles)('403, key lacks capability: %s', async (profile) => {
    await merchant.control('config', { capabilities: ['balance'] })
    expect(await merchant.create(profile, '10.00')).toMatchObject(refused(403))
    expect((await merchant.lookUp(profile, 'anything')).outcome).toBe('unknown')
  })

  it.each(profiles)('403, IP address not allowed: %s', async (profile) => {
    await merchant.control('config', { addresses: ['10.0.0.7'] })
    expect(await merchant.create(profile, '10.00')).toMatchObject(refused(403))
  })
})

describe('the table of create responses, as parsed by the client', () => {
  it('P2P deposit', async () => {
    const outcome = await merchant.place('p2p', '10.00')
    expect(outcome).toMatchObject({ status: 'Processing', paymentDetails: { card: expect.any(String) } })
  })

  it('H2C deposit', async () => {
    const outcome = await merchant.place('form', '10.00')
    expect(outcome).toMatchObject({ status: 'Init', paymentDetails: { formUrl: expect.any(String) } })
  })

  it.each([
    ['a formUrl', 'url', { formUrl: expect.any(String) }],
    ['formUrl null', 'null', { formUrl: null }],
    ['no paymentDetails', 'absent', null],
  ])('tokenized deposit, %s', async (_, tokenForm, paymentDetails) => {
    await merchant.control('config', { tokenForm })
    const outcome = await merchant.place('token', '10.00')
    expect(outcome.status).toBe('Processing')
    if (paymentDetails) expect(outcome.paymentDetails).toMatchObject(paymentDetails)
    else expect(outcome.paymentDetails?.formUrl ?? null).toBeNull()
  })

  it('payout', async () => {
    expect((await merchant.place('payout', '10.00')).status).toBe('Created')
  })

  it.each(['absent', 'null', 'empty'])('payment details with unfilled members %s', async (unfilled) => {
    await merchant.control('config', { paymentDetails: { fields: ['iban'], unfilled } })
    const { paymentDetails } = await merchant.place('p2p', '10.00')
    expect(paymentDetails?.iban).toMatch(/^UA\d{27}$/)
    expect(paymentDetails?.card || null).toBeNull()
  })
})
