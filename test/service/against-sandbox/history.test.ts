import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { parseActionCode } from '../../../src/service/action-code.ts'
import { isFull } from '../../support/full.ts'
import { profiles, sandboxMerchant } from './merchant.ts'

const merchant = await sandboxMerchant({ scenarios: false, openingBalance: '9'.repeat(40) })
afterAll(() => merchant.close())

const code = fc.constantFrom(
  '4.1.4.00',
  '4.1.4.41',
  '4.1.4.61',
  '4.1.4.63',
  '3.2.4.56',
  '1.2.4.99',
  'garbage',
  '1.1.5.1',
)
/** Anything that can happen to an order, by controls and by time. */
const step = fc.oneof(
  fc.record({ do: fc.constantFrom('pay', 'fail', 'correct') }),
  fc.record({ do: fc.constant('fail'), reason: code }),
  fc.record({
    do: fc.constant('amount'),
    amount: fc.constantFrom('90.00', '0.00012345', '12345678901234567890.12'),
  }),
  fc.record({
    do: fc.constant('status'),
    status: fc.oneof(
      fc.constantFrom(
        'Init',
        'Created',
        'Processing',
        'Frozen',
        'Failed',
        'valueOf',
        '__proto__',
        'constructor',
      ),
      fc.string({ minLength: 1 }).filter((word) => word.trim() !== '' && !word.includes(';')),
    ),
  }),
  fc.record({ advance: fc.integer({ min: 0, max: 3600 }) }),
)
const steps = fc.array(step, { maxLength: 12 })
const profile = fc.constantFrom(...profiles)

/** Places an order to which these steps happen. */
async function placeWith(profile: (typeof profiles)[number], steps: readonly object[]): Promise<string> {
  const { externalId } = await merchant.place(profile)
  for (const body of steps) await merchant.control('do' in body ? `orders/${externalId}` : 'clock', body)
  return externalId
}

test('any history that the sandbox can produce is read without loss', async () => {
  await fc.assert(
    fc.asyncProperty(profile, fc.constantFrom('utc', 'bare'), steps, async (profile, statusTimes, steps) => {
      await merchant.control('config', { statusTimes })
      const externalId = await placeWith(profile, steps)
      const held = merchant.orders().find((order) => order.externalId === externalId)
      expect(await merchant.lookUp(profile, { externalId })).toEqual({
        outcome: 'found',
        order: {
          externalId,
          status: held?.status,
          amount: held?.amount,
          currency: profile === 'payout' ? null : 'UAH',
          history: held?.history.map(({ time, action, newCode }) => ({ time, action, code: newCode })),
          externalParams: held?.externalParams ?? null,
        },
      })
      for (const { newCode } of held?.history ?? []) expect(parseActionCode(newCode).code).toBe(newCode)
    }),
    { numRuns: isFull ? 150 : 40 },
  )
})

const Body = z.object({
  status: z.string(),
  orderHistory: z.array(z.object({ Action: z.string().nullable(), NewCode: z.string() })).min(1),
})

test('every callback is verified and read without loss', async () => {
  await fc.assert(
    fc.asyncProperty(
      profile,
      fc.array(step, { maxLength: 6 }),
      fc.boolean(),
      fc.boolean(),
      async (profile, steps, amountAsString, withCurrency) => {
        await merchant.control('config', { callbacks: { amountAsString, withCurrency } })
        const externalId = await placeWith(profile, steps)
        await merchant.control('clock', { advance: 0 })
        for (const { body, ...callback } of merchant.received.filter(
          (one) => one.externalId === externalId,
        )) {
          const { status, orderHistory } = Body.parse(JSON.parse(body))
          expect(callback).toMatchObject({
            status,
            orderType: profile === 'payout' ? 'Withdrawal' : 'Deposit',
            currency: withCurrency ? 'UAH' : null,
            history: orderHistory.map(({ Action, NewCode }) => ({ action: Action, code: NewCode })),
          })
        }
      },
    ),
    { numRuns: 40 },
  )
})
