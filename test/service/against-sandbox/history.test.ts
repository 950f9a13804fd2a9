import fc from 'fast-check'
import { expect, test } from 'vitest'
import { frozenTime } from '../../../src/sandbox/clock.ts'
import { createSandbox } from '../../../src/sandbox/sandbox.ts'
import { parseActionCode } from '../../../src/service/action-code.ts'
import { createPaymentsClient } from '../../../src/service/client.ts'
import { p2pRequest } from '../fake-service.ts'

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
const step = fc.oneof(
  fc.record({ do: fc.constantFrom('pay', 'fail', 'correct') }),
  fc.record({ do: fc.constant('fail'), reason: code }),
  fc.record({
    do: fc.constant('amount'),
    amount: fc.constantFrom('90.00', '0.01', '12345678901234567890.10'),
  }),
  fc.record({
    do: fc.constant('status'),
    status: fc.oneof(
      fc.constantFrom('valueOf', '__proto__', 'constructor'),
      fc.string({ minLength: 1 }).filter((word) => word.trim() !== ''),
    ),
  }),
  fc.record({ advance: fc.integer({ min: 0, max: 1200 }) }),
)

test('any history that the sandbox can produce is read without loss', async () => {
  const profile = fc.constantFrom('p2p', 'form', 'payout')
  const statusTimes = fc.constantFrom('utc', 'bare')
  await fc.assert(
    fc.asyncProperty(
      profile,
      statusTimes,
      fc.array(step, { maxLength: 12 }),
      async (profile, statusTimes, steps) => {
        const sandbox = createSandbox({
          clock: frozenTime(),
          config: { statusTimes: statusTimes === 'utc' ? 'utc' : 'bare' },
          fetch: async () => new Response(),
        })
        const env = sandbox.env()
        const client = createPaymentsClient({
          baseUrl: env['PAYMENTS_BASE_URL'] ?? '',
          initUrl: env['PAYMENTS_INIT_URL'],
          fetch: sandbox.fetch,
        })
        const key = env[`PAYMENTS_${profile.toUpperCase()}_KEY`] ?? ''
        const created =
          profile === 'payout'
            ? await client.createPayout({ key }, p2pRequest)
            : await client.createDeposit({ profile: profile === 'p2p' ? 'p2p' : 'form', key }, p2pRequest)
        if (created.outcome !== 'placed') throw created.error

        const { externalId } = created
        for (const body of steps) {
          const path = 'do' in body ? `orders/${externalId}` : 'clock'
          await sandbox.fetch(`http://sandbox.test/_sandbox/${path}`, {
            method: 'POST',
            body: JSON.stringify(body),
          })
        }

        const found = await (profile === 'payout'
          ? client.payoutStatus({ key }, { externalId })
          : client.depositStatus({ key }, { externalId }))
        if (found.outcome !== 'found') throw new Error(`the order was ${found.outcome}`)
        const [held] = sandbox.orders()
        expect(found.order.status).toBe(held?.status)
        expect(found.order.amount).toBe(held?.amount)
        expect(found.order.history).toEqual(
          held?.history.map(({ time, action, newCode }) => ({ time, action, code: newCode })),
        )
        for (const item of found.order.history) expect(parseActionCode(item.code ?? '').code).toBe(item.code)
        await sandbox.close()
      },
    ),
    { numRuns: 150 },
  )
})
