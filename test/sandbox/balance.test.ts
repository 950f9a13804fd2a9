import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { pipelineKey } from '../../src/sandbox/config.ts'
import { createMerchant, type Merchant } from './merchant.ts'

const Balance = z.object({
  currency: z.string(),
  merchantBalance: z.number(),
  merchantOverdraft: z.number(),
  pipelineBalance: z.number(),
  pipelineAvailableBalance: z.number(),
  pipelineProcessingOrdersDeposit: z.number(),
  pipelineProcessingOrdersWithdrawals: z.number(),
})

const balance = async (merchant: Merchant, profile: 'p2p' | 'payout', currency = 'UAH') => {
  const path = `/core/api/v1/balance/merchant?currency=${currency}`
  return Balance.parse((await merchant.call(path, { headers: merchant.authorization(profile) })).body)
}

const merchantWithBalance = (amount: string) =>
  createMerchant({ config: { pipelines: { payout: { balances: { UAH: amount } } } } })

describe('the six figures', () => {
  it('a deposit is processing, then increases the balance of its pipeline', async () => {
    const merchant = merchantWithBalance('0')
    const { externalId } = await merchant.place('p2p', '100.50')
    expect(await balance(merchant, 'p2p')).toMatchObject({
      pipelineBalance: 0,
      pipelineProcessingOrdersDeposit: 100.5,
    })
    await merchant.control(`orders/${externalId}`, { do: 'pay' })
    expect(await balance(merchant, 'p2p')).toMatchObject({
      merchantBalance: 100.5,
      pipelineBalance: 100.5,
      pipelineAvailableBalance: 100.5,
      pipelineProcessingOrdersDeposit: 0,
    })
  })

  it('orders of another pipeline are not processing in this one', async () => {
    const merchant = createMerchant({ config: { pipelines: { 'payout-2': { profile: 'payout' } } } })
    await merchant.place('form', '100.50')
    await merchant.place('payout', '60.00')
    const second = pipelineKey('payout-2', 'payout')
    const path = '/core/api/v1/balance/merchant?currency=UAH'
    expect(await balance(merchant, 'p2p')).toMatchObject({ pipelineProcessingOrdersDeposit: 0 })
    const { body } = await merchant.call(path, { headers: { authorization: `Bearer ${second}` } })
    expect(body).toMatchObject({ pipelineProcessingOrdersWithdrawals: 0 })
  })

  it('a payout reserves its amount, and spends it on success', async () => {
    const merchant = merchantWithBalance('100.00')
    const { externalId } = await merchant.place('payout', '60.00')
    expect(await balance(merchant, 'payout')).toMatchObject({
      pipelineBalance: 100,
      pipelineAvailableBalance: 40,
      pipelineProcessingOrdersWithdrawals: 60,
    })
    expect((await merchant.create('payout', '40.50')).status).toBe(422)
    await merchant.control(`orders/${externalId}`, { do: 'pay' })
    expect(await balance(merchant, 'payout')).toMatchObject({
      pipelineBalance: 40,
      pipelineAvailableBalance: 40,
      pipelineProcessingOrdersWithdrawals: 0,
    })
  })

  it('a failed payout releases its amount', async () => {
    const merchant = merchantWithBalance('100.00')
    const { externalId } = await merchant.place('payout', '60.00')
    await merchant.control(`orders/${externalId}`, { do: 'fail' })
    expect(await balance(merchant, 'payout')).toMatchObject({ pipelineAvailableBalance: 100 })
  })

  it('the overdraft can be spent', async () => {
    const merchant = merchantWithBalance('100.00')
    await merchant.control('config', { overdraft: '50.00' })
    expect((await merchant.create('payout', '150.00')).status).toBe(200)
    expect(await balance(merchant, 'payout')).toMatchObject({
      merchantOverdraft: 50,
      pipelineAvailableBalance: 0,
    })
  })

  it('a changed amount and a forced status are counted too', async () => {
    const merchant = merchantWithBalance('0')
    const { externalId } = await merchant.place('p2p', '100.00')
    await merchant.control(`orders/${externalId}`, { do: 'pay' })
    await merchant.control(`orders/${externalId}`, { do: 'amount', amount: '90' })
    expect(await balance(merchant, 'p2p')).toMatchObject({ pipelineBalance: 90 })
    await merchant.control(`orders/${externalId}`, { do: 'status', status: 'Failed' })
    expect(await balance(merchant, 'p2p')).toMatchObject({ pipelineBalance: 0, merchantBalance: 0 })
  })

  it('stay consistent over random actions', async () => {
    const step = fc.record({
      profile: fc.constantFrom('p2p' as const, 'payout' as const),
      cents: fc.integer({ min: 1, max: 9_000_000 }),
      action: fc.constantFrom('pay', 'fail', 'wait'),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 15 }), async (steps) => {
        const merchant = createMerchant({
          config: { scenarios: false, pipelines: { payout: { balances: { UAH: '100000' } } } },
        })
        for (const { profile, cents, action } of steps) {
          const { body } = await merchant.create(profile, (cents / 100).toFixed(2))
          const id = z.object({ externalId: z.string() }).safeParse(body).data?.externalId
          if (id && action !== 'wait') await merchant.control(`orders/${id}`, { do: action })
        }
        const cents = (profile: string, statuses: string[]) =>
          merchant.sandbox
            .orders()
            .filter((order) => order.profile === profile && statuses.includes(order.status))
            .reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0)
        const inCents = async (profile: 'p2p' | 'payout') => {
          const { currency, ...figures } = await balance(merchant, profile)
          return Object.fromEntries(
            Object.entries(figures).map(([name, figure]) => [name, Math.round(figure * 100)]),
          )
        }
        const deposits = await inCents('p2p')
        const payouts = await inCents('payout')
        const paidOut = 10_000_000 - cents('payout', ['Success'])
        const reserved = cents('payout', ['Created', 'Processing'])
        expect(payouts['pipelineBalance']).toBe(paidOut)
        expect(payouts['pipelineProcessingOrdersWithdrawals']).toBe(reserved)
        expect(payouts['pipelineAvailableBalance']).toBe(paidOut - reserved)
        expect(payouts['pipelineAvailableBalance']).toBeGreaterThanOrEqual(0)
        expect(deposits['pipelineBalance']).toBe(cents('p2p', ['Success']))
        expect(deposits['pipelineProcessingOrdersDeposit']).toBe(cents('p2p', ['Processing']))
        expect(deposits['merchantBalance']).toBe(paidOut + cents('p2p', ['Success']))
        expect(payouts['merchantBalance']).toBe(deposits['merchantBalance'])
      }),
      { numRuns: 40 },
    )
  })
})
