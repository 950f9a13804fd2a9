import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { waitFor } from '../support/wait-for.ts'
import { createMerchant, type Merchant } from './merchant.ts'

let merchant: Merchant
beforeEach(() => {
  merchant = createMerchant()
})

const Deliveries = z.array(
  z.object({
    id: z.string(),
    type: z.string(),
    state: z.string(),
    nextAttemptAt: z.string().nullable(),
    attempts: z.array(
      z.object({
        at: z.string(),
        status: z.number().nullable(),
        body: z.string().nullable(),
        error: z.string().nullable(),
      }),
    ),
  }),
)
const deliveries = async () => Deliveries.parse((await merchant.control('deliveries')).body)
const newest = async () => {
  const last = (await deliveries()).at(-1)
  if (!last) throw new Error('nothing was delivered')
  return last
}
const callbackTypes = async () => (await deliveries()).map(({ type }) => type)

describe('callback types, row by row', () => {
  it.each([
    ['Create', 'payout', []],
    ['Progress', 'p2p', []],
    ['Success', 'p2p', [{ do: 'pay' }]],
    ['Failed', 'p2p', [{ do: 'fail' }]],
    ['AmountChanged', 'p2p', [{ do: 'amount', amount: '9.00' }]],
  ] as const)('%s', async (type, profile, controls) => {
    await merchant.control('config', { callbacks: { types: [type] } })
    const { externalId } = await merchant.place(profile, '10.00')
    for (const control of controls) await merchant.control(`orders/${externalId}`, control)
    await merchant.advance(60)
    expect(await callbackTypes()).toEqual([type])
  })

  it('disabled types and Init are not sent', async () => {
    await merchant.place('form', '10.00')
    await merchant.control('config', { pipelines: { p2p: { callbacks: { types: [] } } } })
    await merchant.place('p2p', '10.00')
    expect(await deliveries()).toEqual([])
  })
})

describe('the address', () => {
  it('is the request’s, then the configured one', async () => {
    await merchant.control('config', { callbacks: { address: 'https://shop.test/static' } })
    await merchant.place('p2p', '10.00')
    await merchant.place('p2p', '10.00', { callbackUrl: undefined })
    expect((await merchant.control('deliveries')).body).toMatchObject([
      { address: 'https://shop.test/callbacks' },
      { address: 'https://shop.test/static' },
    ])
  })

  it('is the request’s where the configured one is preferred but missing', async () => {
    await merchant.control('config', { callbacks: { usedAddress: 'static' } })
    await merchant.place('p2p', '10.00')
    expect((await merchant.control('deliveries')).body).toMatchObject([
      { address: 'https://shop.test/callbacks' },
    ])
  })

  it('is required: without one nothing is sent', async () => {
    await merchant.place('p2p', '10.00', { callbackUrl: undefined })
    expect(merchant.received).toEqual([])
  })
})

describe('the body', () => {
  it('has the members of the interface, history keys capitalised, times without an offset', async () => {
    const { externalId } = await merchant.place('p2p', '100.00')
    expect(JSON.parse(merchant.received[0]?.body ?? '')).toEqual({
      externalId,
      status: 'Processing',
      amount: 100,
      currency: 'UAH',
      orderType: 'Deposit',
      orderHistory: expect.arrayContaining([
        {
          Time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$/),
          Action: expect.any(String),
          NewCode: '1.0.0.00',
        },
      ]),
    })
    expect(merchant.received[0]?.body).toContain('"amount":100.00')
  })

  it('has the type Withdrawal for a payout', async () => {
    await merchant.place('payout', '100.00')
    expect(merchant.received[0]?.body).toContain('"orderType":"Withdrawal"')
  })

  it('can have the amount as a string, signed as its characters', async () => {
    await merchant.control('config', { callbacks: { amountAsString: true } })
    await merchant.place('p2p', '100.00')
    expect(merchant.received[0]?.body).toContain('"amount":"100.00"')
    expect(merchant.received[0]?.verified).toBe(true)
  })

  it('can omit the currency', async () => {
    await merchant.control('config', { callbacks: { withCurrency: false } })
    await merchant.place('p2p', '100.00')
    expect(merchant.received[0]?.body).not.toContain('currency')
  })

  it('has the masked card of a success', async () => {
    const { externalId } = await merchant.place('form', '100.00')
    await merchant.control(`orders/${externalId}`, { do: 'pay' })
    expect(JSON.parse(merchant.received.at(-1)?.body ?? '')).toMatchObject({
      externalParams: {
        cardToken: expect.any(String),
        cardStorageToken: expect.stringMatching(/^cst_1111_/),
        cardNumber: '411111******1111',
        cardHolder: 'TEST PAYER',
      },
    })
  })
})

/** The table of the interface, as it stands there. */
const schedule = [
  { attempt: 1, delay: 0, since: '0 min' },
  { attempt: 2, delay: 7, since: '7 min' },
  { attempt: 3, delay: 14, since: '21 min' },
  { attempt: 4, delay: 21, since: '42 min' },
  { attempt: 5, delay: 35, since: '1 h 17 min' },
  { attempt: 6, delay: 56, since: '2 h 13 min' },
  { attempt: 7, delay: 91, since: '3 h 44 min' },
  { attempt: 8, delay: 147, since: '6 h 11 min' },
  { attempt: 9, delay: 238, since: '10 h 9 min' },
  { attempt: 10, delay: 385, since: '16 h 34 min' },
  { attempt: 11, delay: 623, since: '26 h 57 min' },
]
const words = (minutes: number) =>
  minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`

describe('delivery and retries', () => {
  const placeUnacknowledged = async () => {
    merchant.callbackEndpoint.respond = () => new Response('no', { status: 500 })
    await merchant.control('config', { callbacks: { types: ['Progress'] } })
    await merchant.place('p2p', '10.00')
  }

  it('follows the schedule to the minute and ends with it', async () => {
    await placeUnacknowledged()
    await merchant.advance(40 * 3600)
    const times = merchant.received.map(({ at }) => Date.parse(at) / 60_000)
    const table = times.map((time, index) => ({
      attempt: index + 1,
      delay: time - (times[index - 1] ?? time),
      since: words(time - (times[0] ?? 0)),
    }))
    expect(table).toEqual(schedule)
    expect(await newest()).toMatchObject({ state: 'given-up', nextAttemptAt: null })
  })

  it('sends an attempt when due, not a second before', async () => {
    await placeUnacknowledged()
    await merchant.advance(7 * 60 - 1)
    expect(merchant.received).toHaveLength(1)
    await merchant.advance(1)
    expect(merchant.received).toHaveLength(2)
  })

  it('sends the same bytes and the same signature again', async () => {
    await placeUnacknowledged()
    await merchant.advance(60 * 60)
    expect(new Set(merchant.received.map(({ body }) => body)).size).toBe(1)
    expect(merchant.received.every(({ verified }) => verified)).toBe(true)
  })

  it.each([200, 201, 204, 299])('stops at %i', async (status) => {
    await placeUnacknowledged()
    merchant.callbackEndpoint.respond = () => new Response(null, { status })
    await merchant.advance(7 * 60)
    expect(await newest()).toMatchObject({ state: 'acknowledged', nextAttemptAt: null })
    await merchant.advance(40 * 3600)
    expect(merchant.received).toHaveLength(2)
  })

  it.each([301, 400, 404, 500])('retries after %i', async (status) => {
    await placeUnacknowledged()
    merchant.callbackEndpoint.respond = () => new Response(null, { status })
    await merchant.advance(7 * 60)
    expect(await newest()).toMatchObject({ state: 'waiting', attempts: [{ status: 500 }, { status }] })
  })

  it('retries after a failed connection and records every response', async () => {
    merchant.callbackEndpoint.respond = () => {
      throw new TypeError('fetch failed')
    }
    await merchant.place('p2p', '10.00')
    merchant.callbackEndpoint.respond = () => new Response('thank you')
    await merchant.advance(7 * 60)
    expect((await newest()).attempts).toEqual([
      { at: expect.any(String), status: null, body: null, error: 'the connection failed' },
      { at: expect.any(String), status: 200, body: 'thank you', error: null },
    ])
  })

  it('records only the start of a long response', async () => {
    merchant.callbackEndpoint.respond = () => new Response('x'.repeat(50_000))
    await merchant.place('p2p', '10.00')
    expect((await newest()).attempts[0]?.body).toHaveLength(1000)
  })

  it('sends the callbacks of one order one after the other', async () => {
    const { externalId } = await merchant.place('p2p', '10.00')
    await Promise.all([
      merchant.control(`orders/${externalId}`, { do: 'amount', amount: '9.00' }),
      merchant.control(`orders/${externalId}`, { do: 'pay' }),
    ])
    expect(await callbackTypes()).toEqual(['Progress', 'AmountChanged', 'Success'])
    expect(merchant.received.map(({ type }) => type)).toEqual(['Processing', 'Processing', 'Success'])
  })
})

describe('controls of deliveries', () => {
  const paid = async () => {
    const { externalId } = await merchant.place('p2p', '10.00')
    await merchant.control(`orders/${externalId}`, { do: 'pay' })
    merchant.received.length = 0
    return newest()
  }

  it('duplicate: sends the same again', async () => {
    const { id } = await paid()
    await merchant.control(`deliveries/${id}`, { do: 'duplicate' })
    expect(merchant.received).toMatchObject([{ type: 'Success', verified: true }])
  })

  it('reorder: sends all again, newest first', async () => {
    const { id } = await paid()
    await merchant.control(`deliveries/${id}`, { do: 'reorder' })
    expect(merchant.received.map(({ type }) => type)).toEqual(['Success', 'Processing'])
  })

  it('forge: another amount under the old signature, once', async () => {
    const { id } = await paid()
    await merchant.control(`deliveries/${id}`, { do: 'forge' })
    expect(merchant.received).toMatchObject([{ type: 'Success', verified: false }])
    merchant.callbackEndpoint.respond = () => new Response(null, { status: 500 })
    await merchant.advance(40 * 3600)
    expect(merchant.received).toHaveLength(1)
  })

  it('lose: no attempt follows', async () => {
    merchant.callbackEndpoint.respond = () => new Response(null, { status: 500 })
    const { id } = await paid()
    const before = (await deliveries()).find((one) => one.id === id)?.attempts.length
    await merchant.control(`deliveries/${id}`, { do: 'lose' })
    await merchant.advance(40 * 3600)
    const after = (await deliveries()).find((one) => one.id === id)
    expect(after).toMatchObject({ state: 'lost', nextAttemptAt: null })
    expect(after?.attempts).toHaveLength(before ?? -1)
  })

  it('lose: only what is still to be sent', async () => {
    const { id } = await paid()
    expect(await merchant.control(`deliveries/${id}`, { do: 'lose' })).toMatchObject({
      status: 200,
      body: { state: 'acknowledged' },
    })
  })

  it('reorder: never sends a forged one again', async () => {
    const { id } = await paid()
    await merchant.control(`deliveries/${id}`, { do: 'forge' })
    await merchant.control(`deliveries/${(await newest()).id}`, { do: 'lose' })
    merchant.received.length = 0
    await merchant.control(`deliveries/${id}`, { do: 'reorder' })
    expect(merchant.received).toMatchObject([{ verified: true }, { verified: true }])
  })

  it('duplicate: signed even while an earlier callback of the order is unanswered', async () => {
    const answers: (() => void)[] = []
    const signatures: (string | null)[] = []
    merchant = createMerchant({
      fetch: async (_, init) => {
        signatures.push(new Headers(init?.headers).get('signature'))
        await new Promise<void>((answer) => answers.push(answer))
        return new Response()
      },
    })
    await merchant.create('p2p', '10.00', { externalTransactionId: 'unanswered' })
    const paying = merchant.control('orders/unanswered', { do: 'pay' })
    await waitFor(async () => expect(await callbackTypes()).toEqual(['Progress', 'Success']))
    const duplicating = merchant.control('deliveries/delivery-2', { do: 'duplicate' })
    await waitFor(() => expect(answers).toHaveLength(2))
    for (const answer of answers) answer()
    await Promise.all([paying, duplicating])
    expect(signatures).toEqual(Array(2).fill(expect.stringMatching(/^[0-9a-f]{64}$/)))
  })

  it('lists those of some orders', async () => {
    await merchant.place('p2p', '10.00')
    const { externalId } = await merchant.place('p2p', '20.00')
    const another = await merchant.place('payout', '20.00')
    const path = `deliveries?order=${externalId}&order=${another.externalId}`
    expect((await merchant.control(path)).body).toMatchObject([
      { externalId, type: 'Progress' },
      { externalId: another.externalId, type: 'Create' },
    ])
  })

  it('rejects unknown deliveries and actions', async () => {
    const { id } = await paid()
    expect((await merchant.control('deliveries/none', { do: 'lose' })).status).toBe(404)
    expect((await merchant.control(`deliveries/${id}`, { do: 'eat' })).status).toBe(400)
  })
})
