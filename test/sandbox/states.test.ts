import { beforeEach, describe, expect, it } from 'vitest'
import { createMerchant, type Merchant } from './merchant.ts'

let merchant: Merchant
beforeEach(() => {
  merchant = createMerchant()
})

const codes = (externalId: string) => merchant.order(externalId).history.map(({ newCode }) => newCode)

describe('states and transitions, row by row', () => {
  it.each([
    ['p2p', 'Processing'],
    ['form', 'Init'],
    ['token', 'Processing'],
    ['payout', 'Created'],
  ] as const)('(none) → create accepted, %s: %s', async (profile, status) => {
    expect((await merchant.place(profile, '10.00')).orderStatus).toBe(status)
  })

  it('P2P deposit Failed → correction → Success: same order, same ids, with a callback', async () => {
    const { externalId, externalTransactionId } = await merchant.place('p2p', '10.00')
    await merchant.control(`orders/${externalId}`, { do: 'fail', reason: '4.1.4.63' })
    await merchant.control(`orders/${externalId}`, { do: 'correct' })
    expect(merchant.order(externalId)).toMatchObject({ status: 'Success', externalTransactionId })
    expect(merchant.received.map(({ type }) => type)).toEqual(['Processing', 'Failed', 'Success'])
    expect(codes(externalId)).toEqual(['1.0.0.00', '1.1.1.00', '2.1.1.00', '4.1.4.63', '5.1.3.00'])
  })

  it.each(['form', 'token', 'payout'] as const)('other flows allow no correction: %s', async (profile) => {
    const { externalId } = await merchant.place(profile, '10.00')
    await merchant.control(`orders/${externalId}`, { do: 'fail' })
    const { status, body } = await merchant.control(`orders/${externalId}`, { do: 'correct' })
    expect(status).toBe(409)
    expect(body).toEqual({ error: expect.stringContaining('"correct" is not allowed') })
    expect(merchant.order(externalId).status).toBe('Failed')
  })

  it('a failure does not change a Success', async () => {
    const { externalId } = await merchant.place('p2p', '10.00')
    await merchant.control(`orders/${externalId}`, { do: 'pay' })
    expect((await merchant.control(`orders/${externalId}`, { do: 'fail' })).status).toBe(409)
    expect(merchant.order(externalId).status).toBe('Success')
  })

  it('but the status control sets any status', async () => {
    const { externalId } = await merchant.place('p2p', '10.00')
    await merchant.control(`orders/${externalId}`, { do: 'pay' })
    for (const status of ['Failed', 'Frozen']) {
      await merchant.control(`orders/${externalId}`, { do: 'status', status })
      expect((await merchant.depositStatus('p2p', externalId)).body).toMatchObject({ orderStatus: status })
      expect(merchant.received.at(-1)).toMatchObject({ type: status, verified: true })
    }
  })

  it.each([
    ['p2p', 'Frozen', 'pay', 'Success'],
    ['p2p', 'constructor', 'pay', 'Success'],
    ['p2p', 'Created', 'fail', 'Failed'],
    ['payout', 'Frozen', 'pay', 'Success'],
  ] as const)('an order that was set open goes on: %s %s, %s', async (profile, status, action, result) => {
    const { externalId } = await merchant.place(profile, '10.00')
    await merchant.control(`orders/${externalId}`, { do: 'status', status })
    expect((await merchant.control(`orders/${externalId}`, { do: action })).status).toBe(200)
    expect(merchant.order(externalId).status).toBe(result)
  })

  it('a payout starts processing automatically and then waits', async () => {
    const { externalId } = await merchant.place('payout', '10.00')
    await merchant.advance(2)
    expect(merchant.order(externalId).status).toBe('Processing')
    await merchant.advance(86_400)
    expect(merchant.order(externalId).status).toBe('Processing')
    await merchant.control(`orders/${externalId}`, { do: 'pay' })
    expect(merchant.received.map(({ type }) => type)).toEqual(['Created', 'Processing', 'Success'])
  })

  it('a saved card without a page pays automatically', async () => {
    await merchant.control('config', { tokenForm: 'absent' })
    const { externalId } = await merchant.place('token', '10.00')
    await merchant.advance(5)
    expect(merchant.order(externalId).status).toBe('Success')
  })

  it('a saved card keeps the token that paid', async () => {
    const { externalId } = await merchant.place('token', '10.00')
    await merchant.control(`orders/${externalId}`, { do: 'pay' })
    expect((await merchant.depositStatus('token', externalId)).body).toMatchObject({
      externalParams: { cardStorageToken: 'cst_1111_anything', cardNumber: '411111******1111' },
    })
  })

  it('paying again changes nothing', async () => {
    const { externalId } = await merchant.place('p2p', '10.00')
    await merchant.control(`orders/${externalId}`, { do: 'pay' })
    const before = merchant.order(externalId)
    expect((await merchant.control(`orders/${externalId}`, { do: 'pay' })).status).toBe(200)
    expect(merchant.order(externalId)).toEqual(before)
  })
})

describe('the history', () => {
  it('is never empty, in either lookup', async () => {
    const { externalId, externalTransactionId } = await merchant.place('form', '10.00')
    const filled = { orderHistory: [{ time: expect.any(String), newCode: '1.0.0.00' }] }
    expect((await merchant.depositStatus('form', externalId)).body).toMatchObject(filled)
    const { body } = await merchant.depositStatusByOwnId('form', externalTransactionId)
    expect(body).toMatchObject(filled)
  })

  it('gets late entries ten minutes after the final status', async () => {
    const { externalId } = await merchant.place('p2p', '10.00')
    await merchant.control(`orders/${externalId}`, { do: 'pay' })
    const atOnce = codes(externalId)
    await merchant.advance(599)
    expect(codes(externalId)).toEqual(atOnce)
    await merchant.advance(1)
    expect(codes(externalId)).toEqual([...atOnce, '4.1.3.00', '6.1.1.00'])
  })

  it('of a corrected order has no acknowledgement of the failure', async () => {
    const { externalId } = await merchant.place('p2p', '10.00')
    await merchant.control(`orders/${externalId}`, { do: 'fail' })
    merchant.callbackEndpoint.respond = () => new Response(null, { status: 500 })
    await merchant.control(`orders/${externalId}`, { do: 'correct' })
    await merchant.advance(600)
    expect((await merchant.depositStatus('p2p', externalId)).text).not.toContain('6.1.1.00')
  })

  it('has no acknowledgement entry without an acknowledged callback', async () => {
    merchant.callbackEndpoint.respond = () => new Response(null, { status: 500 })
    const { externalId } = await merchant.place('p2p', '10.00')
    await merchant.control(`orders/${externalId}`, { do: 'fail' })
    await merchant.advance(600)
    expect(codes(externalId)).not.toContain('6.1.1.00')
  })

  it.each([
    ['utc', /Z$/],
    ['bare', /\.\d{3}$/],
  ])('writes times %s', async (statusTimes, form) => {
    await merchant.control('config', { statusTimes })
    const { externalId } = await merchant.place('p2p', '10.00')
    expect((await merchant.depositStatus('p2p', externalId)).body).toMatchObject({
      orderHistory: expect.arrayContaining([expect.objectContaining({ time: expect.stringMatching(form) })]),
    })
  })
})

describe('an amount that changes', () => {
  it('before the payment: sends AmountChanged, and the success has the code', async () => {
    const { externalId } = await merchant.place('p2p', '100.00')
    await merchant.control(`orders/${externalId}`, { do: 'amount', amount: '90.50' })
    expect(merchant.order(externalId)).toMatchObject({ status: 'Processing', amount: '90.50' })
    await merchant.control(`orders/${externalId}`, { do: 'pay' })
    expect(codes(externalId).at(-1)).toBe('5.1.3.35')
    expect(merchant.received.map(({ body }) => JSON.parse(body).amount)).toEqual([100, 90.5, 90.5])
  })

  it('not by other digits of the same number', async () => {
    const { externalId } = await merchant.place('p2p', '100')
    await merchant.control(`orders/${externalId}`, { do: 'amount', amount: '100.00' })
    await merchant.control(`orders/${externalId}`, { do: 'pay' })
    expect(merchant.received.map(({ type }) => type)).toEqual(['Processing', 'Success'])
    expect(merchant.received.at(-1)?.body).toContain('"amount":100.00')
    expect(merchant.order(externalId).history.at(-1)?.newCode).toBe('5.1.3.00')
  })

  it('as a percentage of the requested amount', async () => {
    const { externalId } = await merchant.place('p2p', '89.99')
    await merchant.control(`orders/${externalId}`, { do: 'amount', amount: '90%' })
    expect(merchant.order(externalId)).toMatchObject({ amount: '80.99' })
  })

  it('after the payment: Success again, with the other amount', async () => {
    const { externalId } = await merchant.place('p2p', '100.00')
    await merchant.control(`orders/${externalId}`, { do: 'pay' })
    await merchant.control(`orders/${externalId}`, { do: 'amount', amount: '90.50' })
    expect(codes(externalId).at(-1)).toBe('5.1.3.35')
    expect(merchant.received.at(-1)).toMatchObject({ type: 'Success', verified: true })
    expect((await merchant.depositStatus('p2p', externalId)).text).toContain('"amount":90.50')
  })
})
