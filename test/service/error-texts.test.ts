import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { addAmounts } from '../../src/service/amount.ts'
import { verifyCallback } from '../../src/service/callback.ts'
import { createPaymentsClient, type PaymentsClient } from '../../src/service/client.ts'
import type { Secret } from '../../src/service/pipeline.ts'
import { callbackSignature } from '../../src/service/signature.ts'
import {
  baseUrl,
  fakeService,
  initUrl,
  json,
  p2pRequest,
  payoutRequest,
  tokenRequest,
  tokenUrl,
} from './fake-service.ts'

const depositKey: { key: string } = Object.assign({ key: 'p2p-key' }, { profile: 'p2p' })
const noKey = () => Promise.reject(new Error('the vault is closed'))
const never = () => new Promise<never>(() => undefined)

/** The error that an attempt throws or returns. */
async function errorOf(attempt: () => unknown): Promise<Error> {
  const returned = await new Promise((resolve) => resolve(attempt())).catch((error: unknown) => error)
  const error =
    typeof returned === 'object' && returned !== null && 'error' in returned ? returned.error : returned
  if (error instanceof Error) return error
  throw new TypeError(`no error but ${JSON.stringify(returned)}`)
}

type Situation = [name: string, attempt: () => unknown]
type Run = (client: PaymentsClient, key: Secret) => unknown
type Answer = Parameters<typeof fakeService>[0]

/** What a client says of an answer; without one, of what must not be sent. */
const withClient = (
  run: Run,
  answer?: Answer,
  { key = 'a-key', timeoutMs = 10_000 }: { key?: Secret; timeoutMs?: number } = {},
): unknown => {
  const { fetch } = answer === undefined ? fakeService() : fakeService(answer)
  return run(createPaymentsClient({ baseUrl, initUrl, tokenUrl, fetch, timeoutMs }), key)
}

const createP2p: Run = (client, key) => client.createDeposit({ profile: 'p2p', key }, p2pRequest)
const createPayout: Run = (client, key) => client.createPayout({ key }, payoutRequest)
const lookUp: Run = (client, key) => client.depositStatus({ key }, { externalId: 'E1' })
const requestBalance: Run = (client, key) => client.balance({ key }, 'UAH')

const empty = (status: number) => () => new Response(null, { status })
const errorBody =
  (status: number, more: object = {}) =>
  () =>
    json(
      {
        label: 'SOME_ERROR',
        message: 'Text of the service',
        statusDescrption: '0000-1',
        code: '1.2.4.3',
        ...more,
      },
      status,
    )
const refusedConnection = new TypeError('fetch failed', {
  cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }),
})
const tooLong = () => new Response(new Uint8Array(1024 * 1024 + 1).fill(0x20))

/** Of some answers, and of what may happen to a request of any kind. */
const situationsOf = (name: string, run: Run, answers: [string, Answer][]): Situation[] => {
  const situations: Situation[] = [
    ...answers.map(([answer, given]): Situation => [answer, () => withClient(run, given)]),
    ['no connection', () => withClient(run, refusedConnection)],
    ['connection broken without a code', () => withClient(run, new TypeError('terminated'))],
    ['no response in time', () => withClient(run, never, { timeoutMs: 1 })],
    ['redirect', () => withClient(run, empty(302))],
    ['response too long', () => withClient(run, tooLong)],
    ['key not obtained', () => withClient(run, undefined, { key: noKey })],
    ['key not obtained in time', () => withClient(run, undefined, { key: never, timeoutMs: 1 })],
    ['key with a space', () => withClient(run, undefined, { key: 'a key' })],
  ]
  return situations.map(([situation, attempt]) => [`${name}: ${situation}`, attempt])
}

const invalid = (name: string, body: object): Situation => [
  `deposit with ${name}`,
  () =>
    withClient((client, key) => client.createDeposit({ profile: 'p2p', key }, { ...p2pRequest, ...body })),
]
const withFields = (...additionalFields: unknown[]): object => ({ additionalFields })

const signed = { externalId: 'E1', status: 'Success', amount: '100.00', orderType: 'Deposit' }
const callback =
  (body: string | Uint8Array, key: Parameters<typeof verifyCallback>[2] = 'private-key') =>
  async () =>
    verifyCallback(body, callbackSignature(signed, 'private-key'), key)

const refusals = [400, 401, 403, 404, 415, 422, 423]

const situations: Situation[] = [
  ...refusals.map(
    (status): Situation => [
      `deposit: refused with ${status}`,
      () => withClient(createP2p, errorBody(status)),
    ],
  ),
  ['deposit: refused without a body', () => withClient(createP2p, empty(401))],
  [
    'deposit: refused, a field is missing',
    () => withClient(createP2p, errorBody(400, { code: '1.2.4.8', message: 'Field "bankName" is required' })),
  ],
  ...situationsOf('deposit', createP2p, [
    ['duplicate', errorBody(400, { statusDescrption: '1-4007' })],
    ['no identifier', () => json({})],
    ['HTTP 500', errorBody(500)],
    ['HTTP 404 of a proxy', empty(404)],
  ]),
  ...refusals.map(
    (status): Situation => [
      `payout: refused with ${status}`,
      () => withClient(createPayout, errorBody(status)),
    ],
  ),
  ...situationsOf('lookup', lookUp, [
    ['HTTP 401', empty(401)],
    ['HTTP 403', errorBody(403)],
    ['HTTP 404 of a proxy', empty(404)],
    ['HTTP 500', errorBody(500)],
    ['no status', () => json({ externalId: 'E1' })],
  ]),
  ...situationsOf('balance', requestBalance, [
    ['HTTP 400', errorBody(400)],
    ['HTTP 401', empty(401)],
    ['HTTP 500', errorBody(500)],
    ['a figure missing', () => json({ currency: 'UAH' })],
  ]),
  [
    'deposit by the pipeline of a payout',
    () =>
      withClient((client, key) =>
        client.createDeposit(
          Object.assign({ profile: 'p2p' as const, key }, { profile: 'payout' }),
          p2pRequest,
        ),
      ),
  ],
  [
    'payout by the pipeline of a deposit',
    () => withClient((client) => client.createPayout(depositKey, payoutRequest)),
  ],
  ...(['form', 'token'] as const).map(
    (profile): Situation => [
      `deposit: ${profile} without its address`,
      () => createPaymentsClient({ baseUrl }).createDeposit({ ...depositKey, profile }, p2pRequest),
    ],
  ),
  ['client: core address with a query', () => createPaymentsClient({ baseUrl: `${baseUrl}?a=1` })],
  ['client: form address without a scheme', () => createPaymentsClient({ baseUrl, initUrl: 'init.example' })],
  ['client: token address by FTP', () => createPaymentsClient({ baseUrl, tokenUrl: 'ftp://token.example' })],
  ['client: timeout of 0', () => createPaymentsClient({ baseUrl, timeoutMs: 0 })],
  [
    'lookup: identifier that cannot be in an address',
    () => withClient((client, key) => client.depositStatus({ key }, { externalId: '..' })),
  ],
  [
    'payout that is no object',
    () => withClient((client, key) => client.createPayout({ key }, JSON.parse('null'))),
  ],
  invalid('an amount that is no decimal', { amount: '1,5' }),
  invalid('an amount that is a number', { amount: 1.5 }),
  invalid('an amount that rounds to 0', { amount: '0.004' }),
  invalid('no currency', { currency: undefined }),
  invalid('no identifier', { externalTransactionId: undefined }),
  invalid('an identifier that cannot be in an address', { externalTransactionId: '..' }),
  invalid('a relative address', { successRedirectUrl: '/success' }),
  invalid('an address missing', { successRedirectUrl: undefined }),
  invalid('fields that are no list', { additionalFields: {} }),
  invalid('a field without a key', withFields({ key: '', value: 1 })),
  invalid('a field whose key is no text', withFields({ value: 1 })),
  invalid('a field whose value is an object', withFields({ key: 'email', value: {} })),
  invalid('a field twice', withFields({ key: 'email', value: 'a' }, { key: 'email', value: 'b' })),
  invalid('a number that is too long', withFields({ key: 'card', value: 2 ** 60 })),
  invalid('two problems', { amount: '0', callbackUrl: 'shop' }),
  [
    'deposit by saved card without its token',
    () =>
      withClient((client, key) =>
        client.createDeposit({ profile: 'token', key }, { ...tokenRequest, additionalFields: [] }),
      ),
  ],
  ['callback of another key', callback(JSON.stringify(signed), 'another-key')],
  ['callback that is not UTF-8', callback(Uint8Array.of(0xff))],
  ['callback without the signed members', callback('{}')],
  ['callback that is not JSON behind them', callback(`${JSON.stringify(signed)} more`)],
  ['callback without a private key', callback(JSON.stringify(signed), [])],
  ['callback with a private key that is empty', callback(JSON.stringify(signed), '')],
  ['callback whose private key cannot be obtained', callback(JSON.stringify(signed), noKey)],
  ['sum of what is no amount', () => addAmounts('much', '1')],
]

test('all texts of errors', async () => {
  const lines: string[] = []
  for (const [name, attempt] of situations) lines.push(`${name}: ${(await errorOf(attempt)).message}\n`)
  await expect(lines.join('')).toMatchFileSnapshot('error-texts.txt')
})

test('every error names its section of the documentation', async () => {
  const headings = readFileSync(join(import.meta.dirname, '../../docs/errors.md'), 'utf8').matchAll(
    /^### (\S+)$/gm,
  )
  const sections = [...headings].map(([, heading = '']) => `docs/errors.md#${heading.toLowerCase()}`)
  for (const [name, attempt] of situations) {
    const error = await errorOf(attempt)
    if (!(error instanceof TypeError)) expect(sections, name).toContain(Reflect.get(error, 'docs'))
  }
})
