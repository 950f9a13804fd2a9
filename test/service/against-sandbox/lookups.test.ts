import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { kindOf, profiles, sandboxMerchant } from './merchant.ts'

/** The client against the sandbox over real HTTP, by the rows of the interface's tables: lookups and the balance. */

const merchant = await sandboxMerchant()
afterAll(() => merchant.close())
beforeEach(() => merchant.reset())

describe.each(
  profiles.flatMap((profile) => [
    [profile, 'externalId'] as const,
    [profile, 'externalTransactionId'] as const,
  ]),
)('table "Endpoints": %s status by %s', (profile, by) => {
  const place = () => merchant.place(profile)
  const lookUp = (
    { externalId, externalTransactionId }: { externalId: string; externalTransactionId: string },
    key?: string,
  ) => merchant.lookUp(profile, by === 'externalId' ? { externalId } : { externalTransactionId }, key)
  const on = `${kindOf(profile)}.status`
  const nothing = { externalId: 'no-such-order', externalTransactionId: 'no-such-order' }

  test('200: the status response', async () => {
    const order = await place()
    expect(await lookUp(order)).toMatchObject({
      outcome: 'found',
      order: {
        externalId: order.externalId,
        status: order.status,
        amount: '100.00',
        currency: profile === 'payout' ? null : 'UAH',
        history: expect.arrayContaining([expect.objectContaining({ code: '1.0.0.00' })]),
      },
    })
  })

  test('401: unknown', async () => {
    expect(await lookUp(await place(), 'not-a-key')).toMatchObject({
      outcome: 'unknown',
      error: { kind: 'unauthorized', status: 401 },
    })
  })

  test('403 of a key of the other kind: unknown', async () => {
    const other = merchant.keyOf(profile === 'payout' ? 'p2p' : 'payout')
    expect(await lookUp(await place(), other)).toMatchObject({
      outcome: 'unknown',
      error: { kind: 'unauthorized', status: 403 },
    })
  })

  test('403 of an address that is not allowed: unknown', async () => {
    const order = await place()
    await merchant.configure(profile, { addresses: ['192.0.2.1'] })
    expect(await lookUp(order)).toMatchObject({ outcome: 'unknown', error: { status: 403 } })
  })

  test('403 of a key without the capability: unknown', async () => {
    const order = await place()
    await merchant.configure(profile, { capabilities: ['create'] })
    expect(await lookUp(order)).toMatchObject({ outcome: 'unknown', error: { status: 403 } })
  })

  test('404 with the error body: not found', async () => {
    expect(await lookUp(nothing)).toEqual({ outcome: 'not_found' })
  })

  test('a lagging lookup is not found at first, then found', async () => {
    const order = await place()
    await merchant.fault(on, 'lag-status')
    expect(await lookUp(order)).toEqual({ outcome: 'not_found' })
    expect(await lookUp(order)).toMatchObject({ outcome: 'found' })
  })

  test.each([
    ['status:500', { kind: 'server', status: 500 }],
    ['status:503', { kind: 'server', status: 503 }],
    ['status:429', { kind: 'other', status: 429 }],
    ['drop-before', { kind: 'connection' }],
    ['drop-after', { kind: 'connection' }],
    ['malformed', { kind: 'unreadable' }],
  ])('%s: unknown', async (effect, error) => {
    const order = await place()
    await merchant.fault(on, effect)
    expect(await lookUp(order)).toMatchObject({ outcome: 'unknown', error })
  })
})

describe('GET /api/v1/balance/merchant', () => {
  const balance = (key = merchant.keyOf('payout'), currency = 'UAH') =>
    merchant.client.balance({ key }, currency)

  test('200: six figures that follow created and paid orders', async () => {
    await merchant.configure('payout', { balances: { UAH: '1000.00' } })
    expect(await balance()).toMatchObject({ currency: 'UAH', pipelineAvailableBalance: '1000.00' })
    await merchant.place('payout')
    expect(await balance()).toEqual({
      currency: 'UAH',
      merchantBalance: expect.stringMatching(/^-?\d+(\.\d+)?$/),
      merchantOverdraft: expect.stringMatching(/^\d+(\.\d+)?$/),
      pipelineBalance: expect.stringMatching(/^\d+(\.\d+)?$/),
      pipelineAvailableBalance: '900.00',
      pipelineProcessingOrdersDeposit: expect.stringMatching(/^0(\.0+)?$/),
      pipelineProcessingOrdersWithdrawals: '100.00',
    })
  })

  test('200: figures keep any digits', async () => {
    const figure = `${'9'.repeat(30)}.00`
    await merchant.configure('payout', { balances: { UAH: figure } })
    expect(await balance()).toMatchObject({ pipelineAvailableBalance: figure })
  })

  test.each(['', 'NOT_A_CURRENCY'])('400: missing or malformed currency "%s"', async (currency) => {
    await expect(balance(undefined, currency)).rejects.toMatchObject({
      name: 'PaymentsRefusedError',
      status: 400,
    })
  })

  test('401', async () => {
    await expect(balance('not-a-key')).rejects.toMatchObject({ name: 'PaymentsRefusedError', status: 401 })
  })

  test('403', async () => {
    await merchant.configure('payout', { capabilities: ['create'] })
    await expect(balance()).rejects.toMatchObject({ name: 'PaymentsRefusedError', status: 403 })
  })

  test('500', async () => {
    await merchant.fault('balance', 'status:500')
    await expect(balance()).rejects.toMatchObject({ name: 'PaymentsOutcomeUnknownError', kind: 'server' })
  })
})
