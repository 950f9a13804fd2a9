import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { frozenTime } from '../../src/sandbox/index.ts'
import { verifyCallback } from '../../src/service/index.ts'
import { createHttpMerchant, type HttpMerchant, profiles } from './http-merchant.ts'

const received: { body: string; signature: string | null }[] = []
let merchant: HttpMerchant
beforeAll(async () => {
  merchant = await createHttpMerchant({
    clock: frozenTime(),
    config: { scenarios: false, openingBalance: '9'.repeat(30) },
    fetch: async (input, init) => {
      const request = new Request(input, init)
      received.push({ body: await request.text(), signature: request.headers.get('signature') })
      return new Response()
    },
  })
})
afterAll(() => merchant.close())

const Body = z.object({
  status: z.string(),
  orderHistory: z.array(z.object({ Action: z.string().nullable(), NewCode: z.string() })).min(1),
})

/** Does to an order, or to the clock, what the deed says. */
const applyStep = (externalId: string, step: object) =>
  merchant.control('advance' in step ? 'clock' : `orders/${externalId}`, step)

/** Anything that can happen to an order, by controls and by time. */
const step = fc.oneof(
  fc.constantFrom({ do: 'pay' }, { do: 'fail' }, { do: 'correct' }),
  fc.record({
    do: fc.constant('fail'),
    reason: fc.constantFrom('4.1.4.63', '2.2.4.11', '1.2.3.4', 'garbage'),
  }),
  fc.record({
    do: fc.constant('amount'),
    amount: fc.constantFrom('0.00012345', '9.99', '12345678901234567890.12'),
  }),
  fc.record({
    do: fc.constant('status'),
    status: fc.constantFrom('Init', 'Created', 'Processing', 'Frozen', 'Failed'),
  }),
  fc.record({ advance: fc.constantFrom(1, 60, 600, 3600) }),
)

describe('responses of the sandbox, parsed by the client over HTTP', () => {
  it('a P2P create is placed, with payment details exactly as issued', async () => {
    const outcome = await merchant.place('p2p', '1250.00')
    const issued = merchant.sandbox.orders().find(({ externalId }) => externalId === outcome.externalId)
    expect(outcome).toMatchObject({ status: 'Processing', paymentDetails: issued?.paymentDetails })
  })

  it('any history is parsed without loss', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...profiles),
        fc.array(step, { maxLength: 8 }),
        async (profile, steps) => {
          const { externalId } = await merchant.place(profile, '10.00')
          for (const one of steps) await applyStep(externalId, one)
          const held = merchant.sandbox.orders().find((order) => order.externalId === externalId)
          const found = await merchant.lookUp(profile, externalId)
          expect(found).toEqual({
            outcome: 'found',
            order: {
              externalId,
              status: held?.status,
              amount: held?.amount,
              currency: profile === 'payout' ? null : held?.currency,
              history: held?.history.map(({ time, action, newCode }) => ({
                time: expect.toSatisfy((text: string) => Date.parse(text) === Date.parse(time)),
                action,
                code: newCode,
              })),
              externalParams: held?.externalParams ?? null,
            },
          })
        },
      ),
      { numRuns: 60 },
    )
  })

  it('every callback is verified and parsed without loss', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...profiles),
        fc.array(step, { maxLength: 6 }),
        fc.boolean(),
        fc.boolean(),
        async (profile, steps, amountAsString, withCurrency) => {
          await merchant.control('config', { callbacks: { amountAsString, withCurrency } })
          const { externalId } = await merchant.place(profile, '10.00')
          for (const one of steps) await applyStep(externalId, one)
          await merchant.sandbox.clock.advance(0)
          for (const { body, signature } of received.filter((one) => one.body.includes(externalId))) {
            const { status, orderHistory } = Body.parse(JSON.parse(body))
            const callback = await verifyCallback(body, signature, merchant.setting('PRIVATE_KEY'))
            expect(callback).toMatchObject({
              externalId,
              status,
              orderType: profile === 'payout' ? 'Withdrawal' : 'Deposit',
              currency: withCurrency ? 'USDT_TRC20' : null,
            })
            expect(callback.history.map(({ action, code }) => ({ Action: action, NewCode: code }))).toEqual(
              orderHistory,
            )
          }
        },
      ),
      { numRuns: 40 },
    )
  })

  it('amounts keep any digits', async () => {
    const digits = (from: number, to: number) =>
      fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: from, maxLength: to })
    const amount = fc
      .tuple(fc.integer({ min: 1, max: 9 }), digits(0, 25), digits(2, 20))
      .map(([first, whole, fraction]) => `${first}${whole}.${fraction}`)
    await fc.assert(
      fc.asyncProperty(amount, async (text) => {
        const { externalId } = await merchant.place('form', text)
        expect(await merchant.lookUp('form', externalId)).toMatchObject({ order: { amount: text } })
      }),
      { numRuns: 60 },
    )
  })

  it('any merchant id finds its order', async () => {
    const key = merchant.keyOf('payout')
    const id = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
      .filter((text) => text.trim() !== '' && text.isWellFormed() && text !== '.' && text !== '..')
    await fc.assert(
      fc.asyncProperty(id, fc.uuid(), async (text, unique) => {
        const externalTransactionId = `${text}/${unique}%?#`
        await merchant.client.createPayout(
          { key },
          { amount: '1.00', currency: 'EUR', externalTransactionId },
        )
        const found = await merchant.client.payoutStatus({ key }, { externalTransactionId })
        expect(found.outcome).toBe('found')
      }),
      { numRuns: 100 },
    )
  })

  it('a balance is parsed', async () => {
    const figures = await merchant.client.balance({ key: merchant.keyOf('payout') }, 'GBP')
    expect(figures).toMatchObject({ currency: 'GBP', pipelineAvailableBalance: `${'9'.repeat(30)}.00` })
  })

  it('an unknown create is found by the merchant’s own id', async () => {
    await merchant.control('faults', { on: 'payout.create', effect: 'drop-after' })
    const key = merchant.keyOf('payout')
    const externalTransactionId = 'broken'
    const request = { amount: '5.00', currency: 'EUR', externalTransactionId }
    const unknown = await merchant.client.createPayout({ key }, request)
    expect(unknown).toMatchObject({ outcome: 'unknown', error: { kind: 'connection' } })
    const found = await merchant.client.payoutStatus({ key }, { externalTransactionId })
    expect(found).toMatchObject({ outcome: 'found', order: { amount: '5.00' } })
    expect(await merchant.client.createPayout({ key }, request)).toMatchObject({
      outcome: 'unknown',
      error: { kind: 'duplicate' },
    })
  })
})
