import { describe, expect, it } from 'vitest'
import { scenarios } from '../../src/sandbox/scenarios.ts'
import { createMerchant, type Merchant } from './merchant.ts'

const daySeconds = 86_400
const ids = { externalTransactionId: 'mine' }

/** The status and newest action code of an order after a day, and the callbacks that the merchant received. */
async function runScenario(merchant: Merchant) {
  await merchant.advance(599)
  const [order] = merchant.sandbox.orders()
  const codes = order?.history.map(({ newCode }) => newCode) ?? []
  const received = merchant.received.map(({ type, verified }) => (verified ? type : `forged ${type}`))
  await merchant.advance(daySeconds)
  return { status: order?.status, code: codes.at(-1), received }
}

const paid = ['Processing', 'Success']
const failed = ['Processing', 'Failed']

/** What each row of the table does to a P2P deposit. */
const outcomes = [
  ['00', 'Processing', '2.1.1.00', ['Processing']],
  ['34', 'Processing', '2.1.1.00', ['Processing']],
  ['01', 'Success', '5.1.3.00', paid],
  ['02', 'Failed', '4.1.4.00', failed],
  ['03', 'Failed', '2.2.4.13', ['Failed']],
  ['04', 'Success', '5.1.3.00', ['Processing', 'Failed', 'Success']],
  ['05', 'Success', '5.1.3.35', ['Processing', 'Processing', 'Success']],
  ['06', 'Success', '5.1.3.00', ['Processing', 'Processing', 'Success', 'Success']],
  ['07', 'Success', '5.1.3.00', ['Success', 'Processing']],
  ['08', 'Success', '5.1.3.00', []],
  ['09', 'Processing', '2.1.1.00', ['Processing', 'forged Success']],
  ['13', 'Success', '5.1.3.00', paid],
  ['41', 'Failed', '4.1.4.41', failed],
  ['61', 'Failed', '4.1.4.61', failed],
  ['62', 'Failed', '4.1.4.62', failed],
  ['63', 'Failed', '4.1.4.63', failed],
  ['89', 'Processing', '2.1.1.00', ['Processing']],
] as const

describe('scenarios by amount', () => {
  it.each(outcomes)('.%s ends as %s with %s', async (cents, status, code, received) => {
    const merchant = createMerchant()
    expect((await merchant.create('p2p', `100.${cents}`)).status).toBe(200)
    expect(await runScenario(merchant)).toEqual({ status, code, received })
  })

  it('.13 has failed gateway checks in its history', async () => {
    const merchant = createMerchant()
    const { externalId } = await merchant.place('p2p', '100.13')
    await merchant.advance(60)
    const codes = merchant.order(externalId).history.map(({ newCode }) => newCode)
    expect(codes.filter((code) => code === '4.2.2.13')).toHaveLength(2)
  })

  it('.13 has no gateway checks after its payment', async () => {
    const merchant = createMerchant()
    const { externalId } = await merchant.place('p2p', '100.13')
    await merchant.control(`orders/${externalId}`, { do: 'pay' })
    await merchant.advance(60)
    expect(merchant.order(externalId).history.at(-1)?.newCode).toBe('5.1.3.00')
  })

  it('.09 forges a Success although the service has sent nothing yet', async () => {
    const merchant = createMerchant()
    await merchant.place('form', '100.09')
    await merchant.advance(5)
    expect(merchant.received).toMatchObject([{ type: 'Success', verified: false }])
    expect(merchant.sandbox.orders()).toMatchObject([{ status: 'Init' }])
  })

  it('.06 sends nothing twice that a control has lost', async () => {
    let attempts = 0
    const merchant = createMerchant({
      config: { callbacks: { types: ['Success'] } },
      fetch: async () => {
        attempts += 1
        await merchant.control('deliveries/delivery-1', { do: 'lose' })
        return new Response()
      },
    })
    await merchant.place('p2p', '100.06')
    await merchant.advance(5)
    expect(attempts).toBe(1)
  })

  it('.07 delivers a held callback that a control has already sent in vain', async () => {
    const merchant = createMerchant()
    await merchant.place('p2p', '100.07')
    merchant.callbackEndpoint.respond = () => new Response(null, { status: 500 })
    await merchant.control('deliveries/delivery-1', { do: 'duplicate' })
    merchant.callbackEndpoint.respond = () => new Response()
    await merchant.advance(5)
    expect(merchant.received.map(({ type }) => type)).toEqual(['Processing', 'Success', 'Processing'])
  })

  it('.05 pays 90 %', async () => {
    const merchant = createMerchant()
    const { externalId } = await merchant.place('p2p', '100.05')
    await merchant.advance(5)
    expect(merchant.order(externalId)).toMatchObject({ amount: '90.04', requestedAmount: '100.05' })
  })

  it('.89 returns only the form', async () => {
    const { body } = await createMerchant().create('p2p', '100.89')
    expect(body).toMatchObject({ paymentDetails: { formUrl: expect.any(String) } })
    expect(body).not.toHaveProperty('paymentDetails.card')
  })

  it.each([
    ['81', 0],
    ['82', 1],
  ])('.%s breaks the connection and leaves %i orders; a resend creates one', async (cents, orders) => {
    const merchant = createMerchant()
    await expect(merchant.create('p2p', `100.${cents}`, ids)).rejects.toThrow(TypeError)
    expect(merchant.sandbox.orders()).toHaveLength(orders)
    expect((await merchant.create('p2p', `100.${cents}`, ids)).status).toBe(orders === 0 ? 200 : 400)
    expect(merchant.sandbox.orders()).toHaveLength(1)
  })

  it('.81 breaks the connection again after a reset', async () => {
    const merchant = createMerchant()
    await expect(merchant.create('p2p', '100.81', ids)).rejects.toThrow(TypeError)
    await merchant.control('reset', {})
    await expect(merchant.create('p2p', '100.81', ids)).rejects.toThrow(TypeError)
  })

  it.each([
    ['83', 503, 1],
    ['84', 200, 1],
    ['85', 500, 0],
  ])('.%s answers %i and leaves %i orders', async (cents, status, orders) => {
    const merchant = createMerchant({ url: 'http://sandbox.test' })
    const path = '/core/api/v1/integration/deposit-order/'
    const body = `{"amount":100.${cents},"currency":"UAH","externalTransactionId":"mine","processingRedirectUrl":"https://shop.test/","failedRedirectUrl":"https://shop.test/","successRedirectUrl":"https://shop.test/"}`
    const headers = { ...merchant.authorization('p2p'), 'content-type': 'application/json' }
    const response = await merchant.sandbox.fetch(`http://sandbox.test${path}`, {
      method: 'POST',
      headers,
      body,
    })
    expect(response.status).toBe(status)
    if (status === 200) await expect(response.json()).rejects.toThrow(SyntaxError)
    expect(merchant.sandbox.orders()).toHaveLength(orders)
  })

  it.each([
    ['86', 'p2p', 400],
    ['87', 'p2p', 423],
    ['87', 'payout', 423],
    ['88', 'payout', 422],
  ] as const)('.%s of a %s is refused with %i', async (cents, profile, status) => {
    const merchant = createMerchant()
    expect((await merchant.create(profile, `100.${cents}`)).status).toBe(status)
    expect(merchant.sandbox.orders()).toEqual([])
  })

  it('has no untested row', () => {
    const covered = [...outcomes.map(([cents]) => cents), '81', '82', '83', '84', '85', '86', '87', '88']
    const untried = scenarios.filter(({ cents }) => !covered.some((one) => one === cents))
    expect(untried).toEqual([])
  })

  it('can be disabled', async () => {
    const merchant = createMerchant({ config: { scenarios: false } })
    const { externalId } = await merchant.place('p2p', '100.01')
    await merchant.advance(daySeconds)
    expect(merchant.order(externalId).status).toBe('Processing')
  })
})
