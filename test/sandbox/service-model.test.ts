import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSandbox, frozenTime } from '../../src/sandbox/index.ts'
import { type Create, deliveryMinutes, type Profile, ServiceModel } from './service-model.ts'

const url = 'http://sandbox.test'
const hosts: Record<Profile, string> = { p2p: 'core', form: 'init', token: 'token', payout: 'core' }
const kindOf = (profile: Profile): string => (profile === 'payout' ? 'withdrawal' : 'deposit')

/** A sandbox whose callbacks are answered with `status()`. */
async function createService(status: () => number) {
  const callbacks: { body: string; signature: string; at: number }[] = []
  const sandbox = createSandbox({
    url,
    seed: 'model',
    clock: frozenTime(),
    fetch: async (input, init) => {
      const request = new Request(input, init)
      const signature = request.headers.get('signature') ?? ''
      callbacks.push({ body: await request.text(), signature, at: sandbox.clock.now() })
      return new Response(null, { status: status() })
    },
  })
  const env = sandbox.env()
  const keyOf = (profile: Profile): string => env[`PAYMENTS_${profile.toUpperCase()}_KEY`] ?? ''
  const post = (path: string, body: unknown) =>
    sandbox.fetch(`${url}/_sandbox/${path}`, { method: 'POST', body: JSON.stringify(body) })
  const balances = { UAH: '1000000.00', EUR: '1000000.00' }
  await post('config', { scenarios: false, currencies: ['UAH', 'EUR'], balances })
  return { sandbox, env, callbacks, keyOf, post }
}
type Service = Awaited<ReturnType<typeof createService>>

async function send({ sandbox, keyOf }: Service, request: Create): Promise<[number, string]> {
  const { profile, amount, currency, id, wrong } = request
  const otherKind = profile === 'payout' ? 'p2p' : 'payout'
  const key =
    wrong === 'garbage as the key' ? 'x' : keyOf(wrong === 'key of the other kind' ? otherKind : profile)
  const fields = [
    ...(profile === 'token' && wrong !== 'no token'
      ? [{ key: 'cardStorageToken', value: 'cst_1111_a' }]
      : []),
    ...(wrong === 'field without a key' ? [{ key: '', value: 'a' }] : []),
    ...(wrong === 'field without a value' ? [{ key: 'bankName', value: null }] : []),
  ]
  const redirects = {
    processingRedirectUrl: 'https://shop.test/a',
    failedRedirectUrl: 'https://shop.test/b',
    ...(wrong === 'no redirect' ? {} : { successRedirectUrl: 'https://shop.test/c' }),
  }
  const body = {
    currency: wrong === 'unknown currency' ? 'XYZ' : currency,
    externalTransactionId: wrong === 'empty id' ? '' : id,
    callbackUrl: 'https://shop.test/callbacks',
    ...(profile === 'payout' ? {} : redirects),
    ...(fields.length > 0 ? { additionalFields: fields } : {}),
  }
  const sent = { amount: '-1', 'more than the balance': '99999999.00' }[String(wrong)] ?? amount
  const response = await sandbox.fetch(
    `${url}/${hosts[profile]}/api/v1/integration/${kindOf(profile)}-order/`,
    {
      method: 'POST',
      headers: {
        'content-type': wrong === 'content type' ? 'text/plain' : 'application/json',
        ...(wrong === 'no key' ? {} : { authorization: `Bearer ${key}` }),
      },
      body: `{"amount":${sent},${JSON.stringify(body).slice(1)}`,
    },
  )
  return [response.status, await response.text()]
}

async function lookUp(
  { sandbox, keyOf }: Service,
  profile: Profile,
  id: string,
  by: 'status' | 'status-by-external-transaction-id',
): Promise<[number, string]> {
  const path = `/core/api/v1/integration/${kindOf(profile)}-order/${encodeURIComponent(id)}/${by}`
  const headers = { authorization: `Bearer ${keyOf(profile)}` }
  const response = await sandbox.fetch(`${url}${path}`, { headers })
  return [response.status, await response.text()]
}

const profile = fc.constantFrom<Profile>('p2p', 'form', 'token', 'payout')
const wrongFor: Record<Profile, Create['wrong'][]> = {
  p2p: ['no redirect', 'unknown currency'],
  form: ['unknown currency'],
  token: ['no token'],
  payout: ['more than the balance', 'unknown currency'],
}
const create = profile.chain((chosen) =>
  fc.record({
    type: fc.constant('create' as const),
    request: fc.record({
      profile: fc.constant(chosen),
      amount: fc.constantFrom('10.00', '"10.00"', '7.1', '99.994', '99.995', '0.01', '1250', '33.335'),
      currency: fc.constantFrom('UAH', 'EUR'),
      // Some come twice.
      id: fc.integer({ min: 0, max: 11 }).map((n) => `${kindOf(chosen)}-${n}`),
      wrong: fc.oneof(
        { weight: 3, arbitrary: fc.constant<Create['wrong']>('nothing') },
        {
          weight: 2,
          arbitrary: fc.constantFrom<Create['wrong']>(
            ...(['no key', 'garbage as the key', 'key of the other kind', 'content type', 'amount'] as const),
            ...(['empty id', 'field without a key', 'field without a value'] as const),
            ...wrongFor[chosen],
          ),
        },
      ),
    }),
  }),
)
const which = fc.nat(20)
const step = fc.oneof(
  { weight: 4, arbitrary: create },
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constantFrom('Success' as const, 'Failed' as const), which }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('look up' as const), which }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('pass' as const), which }) },
)

test('the sandbox answers, calls back and signs as a model of the interface says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
      const service = await createService(() => 200)
      const { sandbox, callbacks, env } = service
      const model = new ServiceModel()
      const lookUpAll = async (): Promise<void> => {
        for (const order of model.orders) {
          const { profile, externalId, externalTransactionId: id } = order
          const byId = await lookUp(service, profile, externalId ?? '', 'status')
          expect(model.checkStatus(order, ...byId)).toBeNull()
          const byOwnId = await lookUp(service, profile, id, 'status-by-external-transaction-id')
          expect(model.checkStatus(order, ...byOwnId)).toBeNull()
        }
      }
      for (const [index, step] of steps.entries()) {
        if (step.type === 'create') {
          // Of two things that are wrong the interface does not say which one is answered.
          const id = step.request.wrong === 'nothing' ? step.request.id : `wrong-${index}`
          const request = { ...step.request, id }
          const isKnown = model.orders.some(
            ({ externalTransactionId }) => externalTransactionId === request.id,
          )
          const expected = model.create(request)
          expect(model.checkCreate(expected, ...(await send(service, request)))).toBeNull()
          if (expected.order === undefined && !isKnown) {
            const found = await lookUp(
              service,
              request.profile,
              request.id,
              'status-by-external-transaction-id',
            )
            expect(model.checkStatus(undefined, ...found)).toBeNull()
          }
        } else if (step.type === 'pass') await sandbox.clock.advance(step.which)
        else if (step.type === 'look up') await lookUpAll()
        else {
          const order = model.orders[step.which % Math.max(1, model.orders.length)]
          const wasFailed = order?.status === 'Failed'
          if (order === undefined || !model.move(order, step.type)) continue
          const control = step.type === 'Failed' ? 'fail' : wasFailed ? 'correct' : 'pay'
          await service.post(`orders/${order.externalId}`, { do: control })
        }
        await sandbox.clock.advance(0)
        for (const { body, signature } of callbacks)
          expect(model.checkCallback(body, signature, env['PAYMENTS_PRIVATE_KEY'] ?? '')).toBeNull()
      }
      await sandbox.clock.advance(60)
      await lookUpAll()
      expect(model.missingCallbacks(callbacks.map(({ body }) => body))).toEqual([])
    }),
    { numRuns: 60 },
  )
})

test('a callback that is not acknowledged is repeated at the times of the interface', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 12 }),
      fc.constantFrom(500, 404, 302),
      async (refused, status) => {
        let answered = 0
        const service = await createService(() => (answered++ < refused ? status : 204))
        await service.post('config', { callbacks: { types: ['Create'] } })
        const request = {
          profile: 'payout',
          amount: '10.00',
          currency: 'UAH',
          id: 'p',
          wrong: 'nothing',
        } as const
        await send(service, request)
        await service.sandbox.clock.advance(0)
        const start = service.callbacks[0]?.at ?? 0
        await service.sandbox.clock.advance(30 * 3600)
        expect(service.callbacks.map(({ at }) => (at - start) / 60_000)).toEqual(
          deliveryMinutes.slice(0, refused + 1),
        )
      },
    ),
    { numRuns: 20 },
  )
})
