import { beforeEach, describe, expect, it } from 'vitest'
import { waitFor } from '../support/wait-for.ts'
import { createMerchant, type Merchant } from './merchant.ts'

let merchant: Merchant
beforeEach(() => {
  merchant = createMerchant()
})

const fault = (on: string, effect: string, more: object = {}) =>
  merchant.control('faults', { on, effect, ...more })

/** One call of each operation that a fault can be put on, and whether the order of the create is there then. */
const calls = {
  'deposit.create': () => merchant.create('p2p', '10.00'),
  'deposit.status': () => merchant.depositStatus('p2p', 'anything'),
  'payout.create': () => merchant.create('payout', '10.00'),
  'payout.status': () => merchant.payoutStatus('payout', 'anything'),
  balance: () =>
    merchant.call('/core/api/v1/balance/merchant?currency=UAH', { headers: merchant.authorization('p2p') }),
}
const operations = Object.keys(calls) as (keyof typeof calls)[]

describe('faults on every endpoint', () => {
  it.each(operations)('%s: the connection breaks', async (on) => {
    for (const effect of ['drop-before', 'drop-after']) {
      await fault(on, effect)
      await expect(calls[on]()).rejects.toThrow(TypeError)
    }
    expect((await calls[on]()).status).toBeLessThan(500)
  })

  it.each(operations)('%s: the given status, for the given number of requests', async (on) => {
    await fault(on, 'status:503', { times: 2 })
    const statuses = [await calls[on](), await calls[on](), await calls[on]()].map(({ status }) => status)
    expect(statuses.slice(0, 2)).toEqual([503, 503])
    expect(statuses[2]).toBeLessThan(500)
  })

  it.each(operations)('%s: a malformed response', async (on) => {
    await fault(on, 'malformed')
    await expect(calls[on]()).rejects.toThrow(SyntaxError)
  })

  it('returns the documented body of a status', async () => {
    const bodyOf = async (on: keyof typeof calls, status: number) => {
      await fault(on, `status:${status}`)
      return (await calls[on]()).text
    }
    for (const on of operations) expect([await bodyOf(on, 401), await bodyOf(on, 403)]).toEqual(['', ''])
    expect(await bodyOf('deposit.create', 500)).toContain('INTERNAL_SERVER_ERROR')
    expect(await bodyOf('deposit.status', 500)).toBe('')
    expect(await bodyOf('payout.status', 503)).toBe('')
    expect(await bodyOf('deposit.status', 404)).toContain('NOT_FOUND')
    expect(JSON.parse(await bodyOf('deposit.create', 415))).toMatchObject({ status: 415 })
  })

  it.each([204, 205, 304])('%i has no body', async (status) => {
    await fault('deposit.create', `status:${status}`)
    expect(await merchant.create('p2p', '10.00')).toMatchObject({ status, text: '' })
  })

  it('the oldest applies first', async () => {
    await fault('deposit.create', 'status:500')
    await fault('deposit.create', 'status:503')
    expect((await merchant.create('p2p', '10.00')).status).toBe(500)
    expect((await merchant.create('p2p', '10.00')).status).toBe(503)
  })

  it('affects only its operation', async () => {
    await fault('payout.create', 'status:503')
    expect((await merchant.create('p2p', '10.00')).status).toBe(200)
    expect((await merchant.create('payout', '10.00')).status).toBe(503)
  })
})

describe('orders after a fault on a create', () => {
  it.each([
    ['drop-before', {}, 0],
    ['drop-after', {}, 1],
    ['malformed', {}, 1],
    ['status:503', {}, 0],
    ['status:503', { commit: true }, 1],
  ])('%s %o: %i orders', async (effect, more, orders) => {
    await fault('deposit.create', effect, more)
    await merchant.create('p2p', '10.00').catch((error) => expect(error).toBeInstanceOf(Error))
    expect(merchant.sandbox.orders()).toHaveLength(orders)
  })

  it('delay: the order exists before the response, and a client may time out', async () => {
    await fault('payout.create', 'delay:1000')
    const controller = new AbortController()
    const waiting = merchant.sandbox.fetch('http://sandbox.test/core/api/v1/integration/withdrawal-order/', {
      method: 'POST',
      headers: { ...merchant.authorization('payout'), 'content-type': 'application/json' },
      body: '{"amount":10.00,"currency":"UAH","externalTransactionId":"slow"}',
      signal: controller.signal,
    })
    await waitFor(() => expect(merchant.sandbox.orders()).toHaveLength(1))
    controller.abort()
    await expect(waiting).rejects.toThrow('aborted')
  })
})

describe('lag-status', () => {
  it('returns 404 the given number of times, then finds the order', async () => {
    const { externalId } = await merchant.place('p2p', '10.00')
    await fault('deposit.status', 'lag-status', { times: 2 })
    const lookUp = async () => (await merchant.depositStatus('p2p', externalId)).status
    expect([await lookUp(), await lookUp(), await lookUp()]).toEqual([404, 404, 200])
  })

  it('on a create operation it applies to the lookups', async () => {
    await fault('payout.create', 'lag-status')
    const { externalId } = await merchant.place('payout', '10.00')
    expect((await merchant.payoutStatus('payout', externalId)).status).toBe(404)
  })
})

describe('faults on callbacks', () => {
  it.each([
    ['drop-before', 0],
    ['status:503', 0],
    ['drop-after', 1],
  ])('%s: received %i times, and again with the first retry', async (effect, received) => {
    await fault('callback', effect)
    await merchant.place('p2p', '10.00')
    expect(merchant.received).toHaveLength(received)
    await merchant.advance(7 * 60)
    expect(merchant.received).toHaveLength(received + 1)
  })

  it('malformed: the body is truncated', async () => {
    merchant = createMerchant({
      fetch: async (_, init) => {
        expect(() => JSON.parse(String(init?.body))).toThrow(SyntaxError)
        return new Response()
      },
    })
    await fault('callback', 'malformed')
    await merchant.place('p2p', '10.00')
    expect((await merchant.control('deliveries')).body).toMatchObject([{ state: 'acknowledged' }])
  })
})

describe('the control', () => {
  it.each([
    { on: 'deposit.create', effect: 'explode' },
    { on: 'deposit.create', effect: 'status:999' },
    { on: 'nothing', effect: 'malformed' },
    { on: 'balance', effect: 'lag-status' },
    { on: 'balance', effect: 'malformed', times: 0 },
  ])('rejects %o', async (body) => {
    expect(await merchant.control('faults', body)).toMatchObject({
      status: 400,
      body: { error: expect.any(String) },
    })
  })

  it('lists the remaining faults', async () => {
    await fault('balance', 'malformed', { times: 2 })
    await calls.balance().catch((error) => expect(error).toBeInstanceOf(SyntaxError))
    expect((await merchant.control('faults')).body).toMatchObject([{ on: 'balance', times: 1 }])
  })
})
