import { createHash } from 'node:crypto'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createSandbox, type Sandbox } from '../../../src/sandbox/index.ts'
import {
  createPaypane,
  generateSealKey,
  memoryStore,
  type PaypaneOptions,
} from '../../../src/server/index.ts'
import { assertNodeVersion } from '../../../src/server/lib/node-version.ts'
import { sqliteStore } from '../../../src/server/sqlite/index.ts'
import { createPaymentsClient } from '../../../src/service/index.ts'

/** The required options, on a sandbox. */
function minimalOptions(sandbox: Sandbox): PaypaneOptions {
  const env = sandbox.env()
  const setting = (name: string): string => env[name] ?? ''
  return {
    service: createPaymentsClient({ baseUrl: setting('PAYMENTS_BASE_URL'), fetch: sandbox.fetch }),
    pipelines: {
      p2p: {
        profile: 'p2p',
        key: setting('PAYMENTS_P2P_KEY'),
        privateKey: setting('PAYMENTS_PRIVATE_KEY'),
      },
    },
    store: memoryStore(),
    order: () => ({ amount: '10.00', currency: 'UAH' }),
  }
}

const checkoutRequest = (address: string): Request =>
  new Request(`${address}/checkouts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"order":"1042","method":"transfer"}',
  })

/** A server with the required options only, and its log. */
function createMinimal(more: Partial<PaypaneOptions> = {}) {
  const sandbox = createSandbox()
  const lines: string[] = []
  const paypane = createPaypane({
    ...minimalOptions(sandbox),
    log: ({ message }) => lines.push(message),
    ...more,
  })
  const pay = (address: string): Promise<Response> => paypane.fetch(checkoutRequest(address))
  return { sandbox, paypane, pay, lines }
}

const publicUrl = 'http://localhost:3000'

test('a memory store needs no seal key', async () => {
  const { sandbox, paypane, pay } = createMinimal({ publicUrl })
  expect((await pay(publicUrl)).status).toBe(201)
  const [order] = sandbox.orders()
  expect(order?.redirects?.success).toBe('http://localhost:3000/return/success?order=1042')
  expect(order?.callbackUrl).toMatch(/^http:\/\/localhost:3000\/callbacks\/p2p\//)
  await paypane.close()
})

test.each(['https://anything.example', 'http://localhost:3000', 'http://127.0.0.1:8787', 'http://[::1]:1'])(
  'the Host header %s does not replace publicUrl',
  async (address) => {
    const { sandbox, paypane, pay, lines } = createMinimal({ callbacks: 'static', allowPlainOrders: true })
    expect((await pay(address)).status).toBe(500)
    expect(lines.join()).toContain('publicUrl is not set: pass createPaypane the URL')
    expect(sandbox.orders()).toEqual([])
    await paypane.close()
  },
)

test('dynamic callbacks need publicUrl', () => {
  expect(() => createMinimal()).toThrow('publicUrl is not set, and dynamic callbacks need it')
})

test('a false Host header changes no address of later orders', async () => {
  const { sandbox, paypane, pay } = createMinimal({ publicUrl })
  await pay('http://127.0.0.1:6666')
  expect(JSON.stringify(sandbox.orders())).not.toContain(':6666')
  await paypane.close()
})

test('static callbacks and redirects of order() need no publicUrl', async () => {
  const redirect = 'https://shop.example/back'
  const { sandbox, paypane, pay } = createMinimal({
    callbacks: 'static',
    allowPlainOrders: true,
    order: () => ({
      amount: '10.00',
      currency: 'UAH',
      redirects: { processing: redirect, success: redirect, failed: redirect },
    }),
  })
  expect((await pay('https://anything.example')).status).toBe(201)
  expect(sandbox.orders()).toHaveLength(1)
  await paypane.close()
})

test('a persistent store requires a seal key', () => {
  const { volatile: _, ...persistent } = memoryStore()
  expect(() => createMinimal({ store: persistent, publicUrl })).toThrow('sealKey is missing')
})

test('publicUrl may have a path', async () => {
  const { sandbox, paypane, pay } = createMinimal({
    publicUrl: 'https://shop.example/sub/',
    basePath: '',
    allowPlainOrders: true,
  })
  await pay('http://localhost:3000')
  expect(sandbox.orders()[0]?.redirects?.failed).toBe('https://shop.example/sub/return/failed?order=1042')
  await paypane.close()
})

const weakToken = 'the operator'
const strongToken = 'b7cf7d0f1bd9d8a5a1f34e8cb8c2f1aa'
const strongSecret = 'pT0w2xYc7uZr9KqLmV4nB6sD8fGhJ1aE'

test.each(['https://shop.example', undefined])('a weak adminToken is refused at publicUrl %s', (url) => {
  expect(() => createMinimal({ publicUrl: url, adminToken: weakToken })).toThrow(
    '- adminToken is weaker than 128 random bits',
  )
  const safe = { publicUrl: url, orderSecret: strongSecret, callbacks: 'static' } as const
  expect(() => createMinimal({ ...safe, adminToken: strongToken })).not.toThrow()
})

test('a weak adminToken is accepted on loopback', () => {
  expect(() => createMinimal({ publicUrl, adminToken: weakToken })).not.toThrow()
})

test.each<[name: string, address: string, headers: Record<string, string>, count: number]>([
  ['another host', 'https://shop.example', {}, 1],
  ['a header of a proxy', publicUrl, { 'x-forwarded-for': '203.0.113.7' }, 1],
  ['nothing foreign', 'http://shop.localhost:3000', {}, 0],
])('with %s, a server on loopback warns %#', async (_, address, headers, count) => {
  const { paypane, lines } = createMinimal({ publicUrl })
  for (const path of ['/checkouts/a', '/checkouts/b'])
    await paypane.fetch(new Request(address + path, { headers }))
  expect(lines.filter((line) => line.includes('publicUrl is a loopback address'))).toHaveLength(count)
  await paypane.close()
})

describe('outside loopback', () => {
  const outside = { publicUrl: 'https://shop.example', orderSecret: strongSecret }
  const { orderSecret: _, ...plain } = outside

  test('safe options are accepted, and each publicUrl of this machine is inside', () => {
    expect(() => createMinimal(outside)).not.toThrow()
    for (const url of ['http://shop.localhost', 'http://[::1]:3000', 'https://127.0.0.2'])
      expect(() => createMinimal({ publicUrl: url })).not.toThrow()
  })

  test('a store that loses its data is warned of', async () => {
    const warnings = async (options: Partial<PaypaneOptions>) => {
      const { paypane, lines } = createMinimal(options)
      await paypane.close()
      return lines.filter((line) => line.includes('the store is in memory'))
    }
    const database = { store: sqliteStore(':memory:'), sealKey: generateSealKey() }
    expect(await warnings(outside)).toHaveLength(1)
    expect(await warnings({ ...outside, ...database })).toEqual([])
    expect(await warnings({ publicUrl })).toEqual([])
  })

  test('plain references need allowPlainOrders', () => {
    expect(() => createMinimal(plain)).toThrow('- orderSecret is not set, and others than this machine')
    expect(() => createMinimal({ ...plain, allowPlainOrders: true })).not.toThrow()
  })

  test.each<[words: string, options: Partial<PaypaneOptions>]>([
    ['publicUrl is http, so callbacks and payers', { publicUrl: 'http://shop.example' }],
    ['orderSecret is weaker than', { orderSecret: 'x'.repeat(32) }],
    ['orderSecret is weaker than', { orderSecret: [strongSecret, 'changeme-changeme-changeme-changeme'] }],
    ['sealKey has a key that is not random (key 1 of 1)', { sealKey: btoa('k'.repeat(32)) }],
    ['allowedOrigins has an http origin', { allowedOrigins: ['http://shop.example'] }],
    ['adminToken has the same value as orderSecret', { adminToken: strongSecret }],
    ['trustedProxies has a network of which anyone', { trustedProxies: ['10.0.0.0/8', '0.0.0.0/0'] }],
  ])('%s…: refused', (words, options) => {
    expect(() => createMinimal({ ...outside, ...options })).toThrow(`\n- ${words}`)
  })
})

test('an operator whose token is adminToken is refused, wherever the server listens', () => {
  const tokenSha256 = createHash('sha256').update(strongToken).digest('hex').toUpperCase()
  const operators = { anna: { tokenSha256, scopes: ['payout:approve'] } } as const
  expect(() => createMinimal({ publicUrl, adminToken: strongToken, operators })).toThrow(
    '- adminToken is also the token of the operator anna. Give each its own token.',
  )
  expect(() => createMinimal({ publicUrl, adminToken: weakToken, operators })).not.toThrow()
})

test('deposits and payouts need different API keys', () => {
  const pipelines = (payoutKey: string) => ({
    p2p: { profile: 'p2p', key: 'one-key', privateKey: 'private' } as const,
    out: { profile: 'payout', key: payoutKey, privateKey: 'private' } as const,
  })
  expect(() => createMinimal({ publicUrl, pipelines: pipelines('one-key') })).toThrow(
    '- pipelines.out.key is also the key of the pipeline p2p. Give each pipeline its own.',
  )
  expect(() => createMinimal({ publicUrl, pipelines: pipelines('another-key') })).not.toThrow()
})

/** The lines of the error that these options cause. */
function mistakesOf(options: PaypaneOptions): string[] {
  try {
    void createPaypane(options).close()
  } catch (error) {
    return String(error).split('\n- ').slice(1)
  }
  return []
}

test('without options the message names each that is missing', () => {
  const [mistakes, none] = [mistakesOf(JSON.parse('{}')), mistakesOf(JSON.parse('null'))]
  expect(mistakes.map((line) => line.split(' ')[0])).toEqual([
    ...['service', 'pipelines', 'store', 'order', 'publicUrl'],
  ])
  expect(none).toEqual(['The argument is not an object of options.'])
})

test('every mistake is named at once, with what to do, and no secret is repeated', () => {
  const secret = 'Zq8-secret-4711'
  const mistakes = mistakesOf({
    ...JSON.parse('{ "publicURL": "x", "seal_key": "x", "onEvnt": 1, "color": "red" }'),
    service: JSON.parse(`"https://${secret}@core.example"`),
    store: memoryStore(),
    order: () => null,
    pipelines: {
      a: JSON.parse(`{ "profil": "p2p", "profile": "P2P", "key": "", "privateKey": [] }`),
      b: { profile: 'payout', key: `${secret} `, privateKey: [''] },
      c: { profile: 'payout', key: secret, privateKey: secret, fields: ['email'] },
    },
    sealKey: secret,
    orderSecret: secret,
    adminToken: secret,
    publicUrl: 'shop.example',
    basePath: 'pay',
    checkoutTtlSeconds: -1,
    maxAttempts: 0,
    retentionDays: Number.NaN,
    allowedOrigins: ['https://shop.example/'],
    rateLimits: JSON.parse('{ "adress": 5, "order": -1 }'),
  })
  expect(mistakes.join('\n')).not.toContain(secret)
  expect(mistakes).toMatchInlineSnapshot(`
    [
      "service is not a payments client. Give createPaymentsClient({ baseUrl: 'https://…' }).",
      "pipelines.a.profile is not p2p, form, token or payout.",
      "pipelines.a.key is empty. Give the key as the service issued it, or a function that returns it.",
      "pipelines.a.privateKey is empty. Give the key as the service issued it, or a function that returns it.",
      "pipelines.a.profil is not an option. Did you mean profile?",
      "pipelines.b.key has a character that cannot be part of a key. Give the key exactly as the service issued it.",
      "pipelines.b.privateKey is empty. Give the key as the service issued it, or a function that returns it.",
      "sealKey has a key that is not 32 bytes in Base64. Create a key with: openssl rand -base64 32",
      "orderSecret is shorter than 32 bytes. Create one with: openssl rand -base64 32",
      "publicUrl is not an http or https URL without white space, a query and a fragment. Give the URL at which payers and the service reach this server.",
      "basePath is not a path. Give one that starts with a slash, such as /pay, with letters of other alphabets encoded.",
      "allowedOrigins has an entry that is not an origin. Give origins such as https://shop.example, without a path or a trailing slash.",
      "checkoutTtlSeconds is not a number of seconds of 1 or more, up to a hundred years.",
      "maxAttempts is not a number of 1 or more.",
      "retentionDays is not a number of days of 0 or more, up to a hundred years. 0: never.",
      "rateLimits.order is not a whole number of 0 or more. Infinity: no limit.",
      "rateLimits.adress is not an option. Did you mean address?",
      "publicURL is not an option. Did you mean publicUrl?",
      "seal_key is not an option. Did you mean sealKey?",
      "onEvnt is not an option. Did you mean onEvent?",
      "color is not an option.",
      "adminToken is weaker than 128 random bits. Create one with: openssl rand -hex 24. Only a server on a loopback address may have another.",
    ]
  `)
})

test('mistakes in nested options are named by their path, each as a predicate', () => {
  const nested = JSON.parse(`{
    "merchant": { "support": { "mail": "help@shop.example", "phone": 5 } },
    "operators": { "anna": { "tokenSHA256": "x", "scopes": ["reed"] } },
    "payoutDailyLimit": { "UAH": 5 },
    "pipelines": {
      "": {},
      "in": {
        "profile": "p2p", "key": "a", "privateKey": "b",
        "currencies": "UAH", "limits": { "UAH": { "mn": "5", "max": 6 } }, "fields": [""]
      },
      "out": {
        "profile": "payout", "key": "c", "privateKey": "d",
        "payerFields": [
          { "kind": "number", "patern": "[0-9]", "maxLength": 0, "required": "no", "label": 5 },
          { "key": "bank", "kind": "select", "maxLength": 2000, "options": [{ "vale": "a", "label": "" }] }
        ]
      }
    }
  }`)
  const options = minimalOptions(createSandbox())
  expect(mistakesOf({ ...options, publicUrl, ...nested })).toMatchInlineSnapshot(`
    [
      "pipelines has an empty name.",
      "pipelines.in.currencies is not a list.",
      "pipelines.in.limits.UAH.max is not decimal text greater than 0, such as "1250.00".",
      "pipelines.in.limits.UAH.mn is not an option. Did you mean min?",
      "pipelines.in.fields.0 is empty.",
      "pipelines.out.payerFields.0.key is missing: give text.",
      "pipelines.out.payerFields.0.kind is not text, email, tel, digits, iban or select.",
      "pipelines.out.payerFields.0.required is not true or false.",
      "pipelines.out.payerFields.0.maxLength is less than 1.",
      "pipelines.out.payerFields.0.label is neither text nor texts by language, such as { uk: "Банк" }.",
      "pipelines.out.payerFields.0.patern is not an option. Did you mean pattern?",
      "pipelines.out.payerFields.1.maxLength is greater than 1024.",
      "pipelines.out.payerFields.1.options.0.value is missing: give text.",
      "pipelines.out.payerFields.1.options.0.label is empty.",
      "pipelines.out.payerFields.1.options.0.vale is not an option. Did you mean value?",
      "merchant.name is missing: give text.",
      "merchant.support.phone is not text.",
      "merchant.support.mail is not an option. Did you mean email?",
      "operators.anna.tokenSha256 is missing: give text.",
      "operators.anna.scopes.0 is not read, resolve, payout:create or payout:approve.",
      "operators.anna.tokenSHA256 is not an option. Did you mean tokenSha256?",
      "payoutDailyLimit.UAH is not decimal text, such as "100000".",
    ]
  `)
})

test.each(['.', '..', 'cut \ud83d'])('%j is no name of a pipeline: its callbacks would be lost', (name) => {
  const options = minimalOptions(createSandbox())
  const pipelines = { [name]: { profile: 'p2p' as const, key: 'a', privateKey: 'b' } }
  expect(mistakesOf({ ...options, publicUrl, pipelines })).toEqual([
    `pipelines.${name} has a name that no callback address can have. Give it another one.`,
  ])
})

test.each([
  ['/zahlung-ü', false],
  ['/pay?shop=1', false],
  ['/zahlung-%C3%BC', true],
])('a base path is one that requests can have: %s', async (basePath, isValid) => {
  if (!isValid) {
    expect(() => createMinimal({ publicUrl, basePath })).toThrow('basePath is not a path')
    return
  }
  const { paypane } = createMinimal({ publicUrl, basePath })
  const response = await paypane.fetch(new Request(`${publicUrl}/zahlung-ü/checkouts/co_absent`))
  expect(await response.json()).toMatchObject({ code: 'checkout_unknown' })
})

test.each([
  [0, true],
  [20, true],
  [Number.POSITIVE_INFINITY, true],
  [10.5, false],
  [-1, false],
  [Number.NaN, false],
])('a limit is a whole number or Infinity: %s', async (limit, isValid) => {
  const create = () => createMinimal({ publicUrl, rateLimits: { order: limit, longPolls: limit } })
  if (isValid) await create().paypane.close()
  else expect(create).toThrow('rateLimits.longPolls is not a whole number of 0 or more. Infinity: no limit.')
})

test.each<Partial<PaypaneOptions>>([
  { checkoutTtlSeconds: 1e13 },
  { correctionWatchHours: 1e7 },
  { createGraceMs: Number.POSITIVE_INFINITY },
  { claimAfterMinutes: 1e9 },
  { reviewAfterMinutes: 1e9 },
  { retentionDays: 1e6 },
])('a time that dates or timers cannot hold is refused: %o', (option) => {
  expect(() => createMinimal({ publicUrl, ...option })).toThrow(/, up to a hundred years\./)
})

test('a time to wait for the order that no timer can hold is refused', () => {
  expect(() => createMinimal({ publicUrl, orderTimeoutMs: 2 ** 31 })).toThrow('orderTimeoutMs')
})

test('pipelines without a pipeline are a mistake', () => {
  expect(() => createMinimal({ publicUrl, pipelines: {} })).toThrow('- pipelines is empty. Give at least one')
})

test('keys may be functions, which are not called', () => {
  const never = (): never => {
    throw new Error('called')
  }
  expect(() =>
    createMinimal({ publicUrl, pipelines: { p2p: { profile: 'p2p', key: never, privateKey: [never] } } }),
  ).not.toThrow()
})

test('an order() that throws is named in the log, and the payer gets a problem', async () => {
  const { paypane, pay, lines } = createMinimal({
    publicUrl,
    order: () => {
      throw new Error('the shop is closed')
    },
  })
  const response = await pay(publicUrl)
  expect([response.status, await response.json()]).toMatchObject([500, { code: 'internal' }])
  expect(lines.join()).toContain(
    'order() failed, so nothing was started and the payer sees an error: Error: the',
  )
  await paypane.close()
})

test('without log the lines are JSON on standard error', async () => {
  const written = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  onTestFinished(() => written.mockRestore())
  const paypane = createPaypane({
    ...minimalOptions(createSandbox()),
    publicUrl,
    order: () => Promise.reject('nothing'),
  })
  await paypane.fetch(checkoutRequest(publicUrl))
  const [line] = written.mock.calls.map(([text]) => JSON.parse(text))
  expect(line).toMatchObject({ level: 'error', time: expect.any(String), order: '1042' })
  await paypane.close()
})

test.each([
  ['20.20.2', undefined, /requires Node 22\.13 or later; this is Node 20\.20\.2/],
  ['22.12.0', undefined, /requires Node/],
  ['22.13.0', undefined, null],
  ['20.11.1', '2.0.0', null],
])('on Node %s, and Deno %s, the error is %s', (node, deno, words) => {
  vi.stubGlobal('process', { versions: { node, deno } })
  onTestFinished(() => void vi.unstubAllGlobals())
  if (words === null) expect(assertNodeVersion).not.toThrow()
  else expect(assertNodeVersion).toThrow(words)
})
