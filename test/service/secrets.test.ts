import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { verifyCallback } from '../../src/service/callback.ts'
import { createPaymentsClient } from '../../src/service/client.ts'
import { fakeService, json } from './fake-service.ts'

/** Values that must not appear in anything a logger can print of an error. */
const canary = {
  key: 'canary-key-eyJhbGciOi',
  privateKey: 'canary-private-key',
  token: 'canary-card-storage-token',
  card: '4999999999999999',
  name: 'Canary Payer',
  formQuery: 'canary-one-time',
}
const leakedSecrets = (error: unknown): string[] => {
  const own = error instanceof Error ? `${error.stack} ${error.message} ${String(error.cause)}` : ''
  const printed = `${inspect(error, { depth: 20, showHidden: true })} ${JSON.stringify(error)} ${own}`
  return Object.values(canary).filter((secret) => printed.includes(secret))
}

const request = {
  amount: '100.00',
  currency: 'UAH',
  externalTransactionId: 'order-1',
  additionalFields: [
    { key: 'cardStorageToken', value: canary.token },
    { key: 'cardHolder', value: canary.name },
  ],
}
const everything = {
  label: `refused ${canary.card}`,
  message: `${canary.name} ${canary.card} ${canary.key}`,
  code: { card: canary.card },
  statusDescrption: `${canary.name}: ${canary.formQuery}, which is far too long to be a code of the interface`,
  externalTransactionId: canary.card,
  formUrl: `https://pay.example/?t=${canary.formQuery}`,
  authorization: `Bearer ${canary.key}`,
}

/** As undici and test doubles throw them: with the request in the error and its causes. */
function verboseError(): Error {
  const cause = Object.assign(new Error(`connect failed for Bearer ${canary.key}`), {
    code: 'ECONNRESET',
    request: { headers: { authorization: canary.key }, body: JSON.stringify(request) },
  })
  return new TypeError(`fetch failed: ${JSON.stringify(request)}`, { cause })
}

const answers: [string, () => Response | Error][] = [
  ['a card number for a label', () => json({ ...everything, label: canary.card }, 400)],
  ['a card number inside a code', () => json({ label: 'A', code: `1.${canary.card}` }, 400)],
  ['a refusal with secrets', () => json(everything, 400)],
  ['a duplicate error with secrets', () => json({ ...everything, statusDescrption: '1-4007' }, 400)],
  ['401', () => json(everything, 401)],
  ['404 without the error body', () => json(`<html>${JSON.stringify(everything)}`, 404)],
  ['415', () => json(everything, 415, 'application/problem+json')],
  ['500', () => json(everything, 500)],
  ['a redirect that repeats the key', () => Response.redirect(`https://x.example/?k=${canary.key}`, 302)],
  ['200 with invalid JSON', () => json(`{"card": "${canary.card}", "${canary.name}`)],
  ['200 without an identifier', () => json({ ...everything, externalId: '' })],
  ['a connection error with secrets', verboseError],
  [
    'a string thrown',
    () => Object.assign(new Error(), { name: canary.key, code: canary.key, cause: canary.key }),
  ],
]

describe('errors contain no key, no body and no payer data', () => {
  test.each(answers)('of a create: %s', async (_, answer) => {
    const { fetch } = fakeService(answer())
    const client = createPaymentsClient({
      baseUrl: 'https://a.example',
      tokenUrl: 'https://b.example',
      fetch,
    })
    const outcome = await client.createDeposit({ profile: 'token', key: canary.key }, request)
    expect(outcome.outcome).toMatch(/refused|unknown/)
    expect(leakedSecrets('error' in outcome ? outcome.error : null)).toEqual([])
  })

  test.each(answers)('of a lookup: %s', async (_, answer) => {
    const { fetch } = fakeService(answer())
    const client = createPaymentsClient({ baseUrl: 'https://a.example', fetch })
    const outcome = await client.payoutStatus({ key: canary.key }, { externalId: canary.card })
    expect(outcome.outcome).toBe('unknown')
    expect(leakedSecrets('error' in outcome ? outcome.error : null)).toEqual([])
  })

  test.each(answers)('of a balance: %s', async (_, answer) => {
    const { fetch } = fakeService(answer())
    const client = createPaymentsClient({ baseUrl: 'https://a.example', fetch })
    const error = await client.balance({ key: canary.key }, 'UAH').catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(Error)
    expect(leakedSecrets(error)).toEqual([])
  })

  test.each([
    ['a key that is not a header value', { key: `${canary.key}\n`, request }],
    ['a request without a token', { key: canary.key, request: { ...request, additionalFields: [] } }],
    [
      'an invalid amount',
      { key: canary.key, request: { ...request, amount: canary.card.replace('4', 'x') } },
    ],
    ['an invalid address', { key: canary.key, request: { ...request, callbackUrl: canary.formQuery } }],
    [
      'an identifier that cannot be a path',
      { key: canary.key, request: { ...request, externalTransactionId: '..' } },
    ],
  ])('of a request that is not sent: %s', async (_, { key, request }) => {
    const { fetch } = fakeService()
    const client = createPaymentsClient({
      baseUrl: 'https://a.example',
      tokenUrl: 'https://b.example',
      fetch,
    })
    const error = await client
      .createDeposit({ profile: 'token', key }, request)
      .catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ name: 'InvalidRequestError' })
    expect(leakedSecrets(error)).toEqual([])
  })

  test('of a key that cannot be obtained', async () => {
    const key = () => Promise.reject(new Error(`vault: ${canary.key}`))
    const client = createPaymentsClient({ baseUrl: 'https://a.example', fetch: fakeService().fetch })
    const outcome = await client.depositStatus({ key }, { externalId: 'E1' })
    expect(leakedSecrets('error' in outcome ? outcome.error : null)).toEqual([])
    const error = await verifyCallback(
      '{"externalId":"1","status":"1","amount":"1","orderType":"1"}',
      '',
      key,
    ).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ name: 'PaymentsOutcomeUnknownError' })
    expect(leakedSecrets(error)).toEqual([])
  })

  test.each([
    [
      'forged',
      JSON.stringify({ externalId: canary.card, status: canary.name, amount: '1', orderType: 'Deposit' }),
    ],
    ['malformed', JSON.stringify(everything)],
    ['truncated', JSON.stringify(everything).slice(0, -5)],
    ['not an object', JSON.stringify(canary.card)],
  ])('of a callback that is %s', async (_, body) => {
    const error = await verifyCallback(body, 'a'.repeat(64), canary.privateKey).catch(
      (thrown: unknown) => thrown,
    )
    expect(error).toMatchObject({ name: 'InvalidCallbackError' })
    expect(leakedSecrets(error)).toEqual([])
  })

  test('of a setting of the client', () => {
    const attempt = () => createPaymentsClient({ baseUrl: `https://user:${canary.key}@a.example` })
    expect(attempt).toThrow('baseUrl')
    expect(attempt).not.toThrow(canary.key)
  })
})
