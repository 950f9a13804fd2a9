import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { InvalidSettingError, inspectSettings, readSettings } from '../../../src/server/node/index.ts'

const sealKey = Buffer.alloc(32, 7).toString('base64')
const env = {
  PAYMENTS_BASE_URL: 'http://127.0.0.1:4010/core',
  PAYMENTS_P2P_KEY: 'a-p2p-key',
  PAYMENTS_PRIVATE_KEY: 'as, issued',
  SEAL_KEY: sealKey,
}
/** What a server needs that others than this machine reach. */
const outside = {
  PUBLIC_URL: 'https://shop.example',
  SEAL_KEY: randomBytes(32).toString('base64'),
  SHOP_SECRET: randomBytes(32).toString('base64'),
}
const messageFor = (change: Record<string, string>): string => {
  try {
    readSettings({ ...env, ...change })
    return 'valid'
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidSettingError)
    return String(error)
  }
}

test('settings are read with their types and defaults', () => {
  expect(readSettings({ ...env, PORT: '0', CONFIRM_FINAL: 'false', RETENTION_DAYS: '800' })).toMatchObject({
    HOST: '127.0.0.1',
    PORT: 0,
    DATABASE_URL: 'file:./data/paypane.db',
    ALLOWED_ORIGINS: [],
    PAYMENTS_PRIVATE_KEY: 'as, issued',
    PAYMENTS_TIMEOUT_MS: 10_000,
    CONFIRM_FINAL: false,
    RETENTION_DAYS: 800,
  })
})

test('retention has a default, and can be turned off by 0 or a word', () => {
  expect(readSettings(env).RETENTION_DAYS).toBe(730)
  expect(readSettings({ ...env, RETENTION_DAYS: '0' }).RETENTION_DAYS).toBe(0)
  expect(readSettings({ ...env, RETENTION_DAYS: 'never' }).RETENTION_DAYS).toBe(0)
  expect(messageFor({ RETENTION_DAYS: '-1' })).toMatch(/neither a number of days from 0 to 36500 nor never/)
})

test('a blank value counts as unset', () => {
  expect(readSettings({ ...env, PORT: ' ', ADMIN_TOKEN: '' })).toMatchObject({ PORT: 8787 })
  expect(messageFor({ SEAL_KEY: ' ' })).toMatch(
    /SEAL_KEY is not set\. Give the key that this database was used with/,
  )
})

test('private keys are taken as the service issued them, and none is too weak', () => {
  const privateKeyOf = (change: Record<string, string>): unknown =>
    readSettings({ ...env, ...outside, ...change }).options.pipelines['p2p']?.privateKey
  expect(privateKeyOf({ PAYMENTS_PRIVATE_KEY: 'a,1' })).toEqual(['a,1'])
  expect(privateKeyOf({ PAYMENTS_PRIVATE_KEY: 'a,1', PAYMENTS_PRIVATE_KEY_NEXT: 'b' })).toEqual(['a,1', 'b'])
})

test.each([
  ['PORT', '8e3'],
  ['PUBLIC_URL', 'http://shop.example'],
  ['PUBLIC_URL', 'https://shop.example/?shop=1'],
  ['PUBLIC_URL', 'https://shop.example/#pay'],
  ['PUBLIC_URL', 'https://shop.example '],
  ['DATABASE_URL', 'file:'],
  ['DATABASE_URL', 'file://'],
  ['DATABASE_URL', 'postgres://paypane:half#way@db.internal/shop'],
  ['ADMIN_TOKEN', `${'4f'.repeat(24)}\n`],
  ['PAYMENTS_BASE_URL', 'http://core.example'],
  ['PAYMENTS_BASE_URL', 'https://core.example/?key=1'],
  ['ALLOWED_ORIGINS', 'https://shop.example/checkout'],
  ['EVENTS_URL', 'https://shop:password@shop.example/events'],
  ['EVENTS_SECRET', 'whsec_!'],
  ['SEAL_KEY', `${sealKey},c2hvcnQ=`],
  ['SHOP_SECRET', 'of the shop'],
  ['CREATE_GRACE_MS', '600001'],
  ['CLAIM_TEXT', 'x'.repeat(501)],
  ['TRUSTED_PROXIES', '0.0.0.0/0'],
  ['TRUSTED_PROXIES', '::/0'],
])('%s=%s is refused by name', (name, value) => {
  expect(messageFor({ [name]: value })).toMatch(new RegExp(`^InvalidSettingError: ${name} (is|has|starts) `))
})

test.each(['http://127.0.0.1:4010/core', 'http://localhost:4010', 'http://[::1]:4010'])(
  'http is allowed on this machine: %s',
  (url) => {
    expect(readSettings({ ...env, PAYMENTS_BASE_URL: url }).PAYMENTS_BASE_URL).toBe(url)
  },
)

describe('settings that depend on others', () => {
  test.each<[string, Record<string, string>]>([
    ['PAYMENTS_INIT_URL', { PAYMENTS_FORM_KEY: 'a-form-key' }],
    ['PAYMENTS_TOKEN_URL', { PAYMENTS_TOKEN_KEY: 'a-token-key' }],
    ['EVENTS_SECRET', { EVENTS_URL: 'https://shop.example/events' }],
    ['EVENTS_URL', { EVENT_URL: 'https://shop.example/events', EVENTS_SECRET: 'our secret' }],
    ['PUBLIC_URL', { HOST: '0.0.0.0' }],
    ['PUBLIC_URL', { PAYMENTS_BASE_URL: 'https://core.example' }],
    ['PUBLIC_URL', { PAYMENTS_FORM_KEY: 'a-form-key', PAYMENTS_INIT_URL: 'https://init.example' }],
    ['SHOP_SECRET', { HOST: '0.0.0.0', PUBLIC_URL: 'https://shop.example' }],
    ['SHOP_SECRET', { PUBLIC_URL: 'https://shop.example', ALLOW_PLAIN_ORDERS: '0' }],
    ['PAYMENTS_P2P_KEY', { PAYMENTS_P2P_KEY: '' }],
    ['PAYMENTS_P2P_KEY', { PAYMENTS_PAYOUT_KEY: 'a-p2p-key' }],
  ])('%s is named for %j', (name, change) => {
    expect(messageFor(change)).toMatch(new RegExp(`(: |^)${name} is `, 'm'))
  })
})

describe('outside loopback, unsafe settings are refused by name', () => {
  const random = (bytes: number): string => randomBytes(bytes).toString('base64')
  const safe = {
    PUBLIC_URL: 'https://shop.example',
    SEAL_KEY: random(32),
    PAYMENTS_PRIVATE_KEY: randomBytes(16).toString('hex'),
    ADMIN_TOKEN: randomBytes(24).toString('hex'),
    EVENTS_URL: 'https://shop.example/events',
    EVENTS_SECRET: `whsec_${random(24)}`,
    SHOP_SECRET: random(32),
  }
  const text = (value: string): string => Buffer.from(value).toString('base64')
  const counting = Buffer.from(Array.from({ length: 32 }, (_, index) => index)).toString('base64')
  const repeated = Buffer.concat([randomBytes(16), Buffer.alloc(16, 7)]).toString('base64')
  const unsafe: [name: string, value: string][] = [
    ['SEAL_KEY', sealKey],
    ['SEAL_KEY', text('correct horse battery staple abc')],
    ['SEAL_KEY', counting],
    ['SEAL_KEY', repeated],
    ['SEAL_KEY', `${random(32)},${sealKey}`],
    ['ADMIN_TOKEN', '1'],
    ['ADMIN_TOKEN', 'a'.repeat(64)],
    ['ADMIN_TOKEN', randomBytes(15).toString('hex')],
    ['EVENTS_SECRET', 'whsec_c2VjcmV0'],
    ['EVENTS_SECRET', 'our secret'],
    ['SHOP_SECRET', 'x'.repeat(32)],
    ['SHOP_SECRET', 'changeme-changeme-changeme-changeme'],
    ['ALLOWED_ORIGINS', 'https://shop.example,http://shop.example'],
  ]

  test('safe ones are accepted', () => {
    expect(messageFor(safe)).toBe('valid')
    expect(messageFor({ ...safe, HOST: '0.0.0.0' })).toBe('valid')
    expect(messageFor({ ...safe, ALLOWED_ORIGINS: 'https://a.example,http://localhost:5173' })).toBe('valid')
  })

  test.each(unsafe)('%s: case %#', (name, value) => {
    const message = messageFor({ ...safe, [name]: value })
    expect(message).toMatch(new RegExp(`^InvalidSettingError: ${name} (is|has) [^\n]+$`))
    if (value.length > 3) expect(message).not.toContain(value)
    const local = name === 'PUBLIC_URL' ? {} : { PUBLIC_URL: 'http://127.0.0.1:8787' }
    expect(messageFor({ ...safe, ...local, [name]: value })).toBe('valid')
  })

  test('an address of operators for other machines wants a strong ADMIN_TOKEN', () => {
    const change = { ADMIN_LISTEN: '0.0.0.0:9090', ADMIN_TOKEN: 'a' }
    expect(messageFor(change)).toMatch(/^InvalidSettingError: ADMIN_TOKEN is weaker than 128 random bits\./)
    expect(messageFor({ ...change, ADMIN_LISTEN: '127.0.0.1:9090' })).toBe('valid')
    expect(messageFor({ ...change, ADMIN_TOKEN: safe.ADMIN_TOKEN })).toBe('valid')
  })

  test.each([
    ['ADMIN_TOKEN', 'SHOP_SECRET'],
    ['SHOP_SECRET', 'ADMIN_TOKEN'],
    ['EVENTS_SECRET', 'SEAL_KEY'],
    ['ADMIN_TOKEN', 'PAYMENTS_PRIVATE_KEY'],
  ] as const)('%s with the value of %s is refused', (name, other) => {
    const message = messageFor({ ...safe, [name]: safe[other] })
    expect(message).toMatch(new RegExp(`${name} has the same value as `))
    expect(message).not.toContain(safe[other])
  })

  test('an http address for callbacks is refused when the server listens beyond loopback', () => {
    expect(messageFor({ ...safe, HOST: '0.0.0.0', PUBLIC_URL: 'http://localhost:8787' })).toMatch(
      /: PUBLIC_URL is http, so callbacks/,
    )
  })

  test('all of them at one start, one line each', () => {
    const message = messageFor({
      ...safe,
      SEAL_KEY: sealKey,
      ADMIN_TOKEN: '1',
      EVENTS_SECRET: 'x',
      PORT: 'a',
    })
    const names = message.replace('InvalidSettingError: ', '').split('\n')
    expect(names.map((line) => line.split(' ')[0])).toEqual([
      'PORT',
      'SEAL_KEY',
      'ADMIN_TOKEN',
      'EVENTS_SECRET',
    ])
  })

  test('new keys and tokens are never refused', () => {
    for (let count = 0; count < 2000; count += 1) {
      const change = { SEAL_KEY: random(32), ADMIN_TOKEN: randomBytes(16).toString('hex') }
      expect(inspectSettings({ ...env, ...safe, ...change }).states.map(({ problem }) => problem)).toEqual(
        expect.not.arrayContaining([expect.any(String)]),
      )
    }
  })
})

test('every wrong setting is reported, and no secret is shown', () => {
  const secrets = {
    PAYMENTS_P2P_KEY: 'canary one',
    ADMIN_TOKEN: 'canary two',
    // A receiver may take its token in the address.
    EVENTS_URL: 'https://shop.example/events?token=canary',
    EVENTS_SECRET: 'whsec_canary!',
  }
  const { states, valid } = inspectSettings({ ...env, ...secrets, PORT: 'eighty', SEAL_KEY: '' })
  expect(states.filter(({ problem }) => problem !== null).map(({ name }) => name)).toEqual([
    'PORT',
    'SEAL_KEY',
    'PAYMENTS_P2P_KEY',
    'EVENTS_SECRET',
  ])
  expect(JSON.stringify(states)).not.toContain('canary')
  expect(valid).toMatchObject({ HOST: '127.0.0.1', PAYMENTS_BASE_URL: 'http://127.0.0.1:4010/core' })
  expect(valid).not.toHaveProperty('SEAL_KEY')
})
