import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSandbox, frozenTime, type Sandbox } from '../../src/sandbox/index.ts'
import { type Listening, listen } from '../../src/sandbox/node/index.ts'
import { createPaymentsClient, verifyCallback } from '../../src/service/index.ts'

const profiles = ['p2p', 'form', 'token', 'payout'] as const
type Profile = (typeof profiles)[number]

const heard: { body: string; signature: string | null }[] = []
let sandbox: Sandbox
let listening: Listening
let env: Record<string, string>
beforeAll(async () => {
  sandbox = createSandbox({
    clock: frozenTime(),
    config: { scenarios: false, opening: '9'.repeat(30) },
    fetch: async (input, init) => {
      const request = new Request(input, init)
      heard.push({ body: await request.text(), signature: request.headers.get('signature') })
      return new Response()
    },
  })
  listening = await listen(sandbox, { port: 0 })
  env = await (await fetch(`${listening.url}/_sandbox/env`)).json()
})
afterAll(() => listening.close())

const setting = (name: string) => env[`PAYMENTS_${name}`] ?? ''
const client = () =>
  createPaymentsClient({
    baseUrl: setting('BASE_URL'),
    initUrl: setting('INIT_URL'),
    tokenUrl: setting('TOKEN_URL'),
  })
const lever = async (path: string, body: object) => {
  const init = { method: 'POST', body: JSON.stringify(body) }
  await (await fetch(`${listening.url}/_sandbox/${path}`, init)).text()
}

let made = 0
async function place(profile: Profile, amount: string) {
  const key = setting(`${profile.toUpperCase()}_KEY`)
  const base = {
    amount,
    currency: 'USDT_TRC20',
    externalTransactionId: `t-${++made}`,
    callbackUrl: 'https://shop.test/callbacks',
  }
  const redirects = {
    processingRedirectUrl: 'https://shop.test/p',
    failedRedirectUrl: 'https://shop.test/f',
    successRedirectUrl: 'https://shop.test/s',
  }
  const additionalFields = [{ key: 'cardStorageToken', value: 'cst_1111_x' }]
  const outcome =
    profile === 'payout'
      ? await client().createPayout({ key }, base)
      : await client().createDeposit({ profile, key }, { ...base, ...redirects, additionalFields })
  if (outcome.outcome !== 'placed') throw new Error(`not placed: ${outcome.outcome}`)
  return { key, outcome, externalTransactionId: base.externalTransactionId }
}

const lookUp = (profile: Profile, key: string, id: { externalId: string }) =>
  profile === 'payout' ? client().payoutStatus({ key }, id) : client().depositStatus({ key }, id)

/** Anything that can happen to an order, by levers and by time. */
const deed = fc.oneof(
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

describe('what the sandbox says, read by the client over HTTP', () => {
  it('a P2P create is placed, with every instruction exactly as issued', async () => {
    const { outcome } = await place('p2p', '1250.00')
    const issued = sandbox.orders().find(({ externalId }) => externalId === outcome.externalId)
    expect(outcome).toMatchObject({ status: 'Processing', paymentDetails: issued?.paymentDetails })
  })

  it('any history is read without loss', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...profiles),
        fc.array(deed, { maxLength: 8 }),
        async (profile, deeds) => {
          const { key, outcome } = await place(profile, '10.00')
          const { externalId } = outcome
          for (const one of deeds) await lever('advance' in one ? 'clock' : `orders/${externalId}`, one)
          const held = sandbox.orders().find((order) => order.externalId === externalId)
          const found = await lookUp(profile, key, { externalId })
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

  it('every callback is verified, and says what the order said when it was sent', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...profiles),
        fc.array(deed, { maxLength: 6 }),
        fc.boolean(),
        fc.boolean(),
        async (profile, deeds, amountAsString, withCurrency) => {
          await lever('config', { callbacks: { amountAsString, withCurrency } })
          heard.length = 0
          const { outcome } = await place(profile, '10.00')
          for (const one of deeds)
            await lever('advance' in one ? 'clock' : `orders/${outcome.externalId}`, one)
          await sandbox.clock.advance(0)
          const mine = heard.filter(({ body }) => body.includes(outcome.externalId))
          for (const { body, signature } of mine) {
            const callback = await verifyCallback(body, signature, setting('PRIVATE_KEY'))
            expect(callback).toMatchObject({
              externalId: outcome.externalId,
              orderType: profile === 'payout' ? 'Withdrawal' : 'Deposit',
              currency: withCurrency ? 'USDT_TRC20' : null,
            })
            expect(callback.history.length).toBeGreaterThan(0)
          }
        },
      ),
      { numRuns: 40 },
    )
  })

  it('amounts survive any text', async () => {
    const digits = (from: number, to: number) =>
      fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: from, maxLength: to })
    const amount = fc
      .tuple(fc.integer({ min: 1, max: 9 }), digits(0, 25), digits(0, 20))
      .map(([first, whole, fraction]) => `${first}${whole}${fraction ? `.${fraction}` : ''}`)
    await fc.assert(
      fc.asyncProperty(amount, async (text) => {
        const { key, outcome } = await place('form', text)
        const found = await client().depositStatus({ key }, { externalId: outcome.externalId })
        expect(found).toMatchObject({ order: { amount: text } })
      }),
      { numRuns: 60 },
    )
  })

  it('a balance is read', async () => {
    const figures = await client().balance({ key: setting('PAYOUT_KEY') }, 'EUR')
    expect(figures).toMatchObject({ currency: 'EUR', pipelineAvailableBalance: `${'9'.repeat(30)}.00` })
  })

  it('an unknown create is found by the merchant’s own id', async () => {
    await lever('faults', { on: 'payout.create', effect: 'drop-after' })
    const key = setting('PAYOUT_KEY')
    const externalTransactionId = 'broken'
    const request = { amount: '5.00', currency: 'EUR', externalTransactionId }
    const unknown = await client().createPayout({ key }, request)
    expect(unknown).toMatchObject({ outcome: 'unknown', error: { kind: 'connection' } })
    const found = await client().payoutStatus({ key }, { externalTransactionId })
    expect(found).toMatchObject({ outcome: 'found', order: { amount: '5.00' } })
    expect(await client().createPayout({ key }, request)).toMatchObject({
      outcome: 'unknown',
      error: { kind: 'duplicate' },
    })
  })
})
