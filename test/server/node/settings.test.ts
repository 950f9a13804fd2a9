import { describe, expect, test } from 'vitest'
import { InvalidSettingError, inspectSettings, readSettings } from '../../../src/server/node/index.ts'

const sealKey = Buffer.alloc(32, 7).toString('base64')
const env = {
  PAYMENTS_BASE_URL: 'https://core.example/api',
  PAYMENTS_P2P_KEY: 'a-p2p-key',
  PAYMENTS_PRIVATE_KEY: 'new key, old key',
  SEAL_KEY: sealKey,
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
    PAYMENTS_PRIVATE_KEY: ['new key', 'old key'],
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
  expect(messageFor({ SEAL_KEY: ' ' })).toMatch(/SEAL_KEY is not set\. Create a key/)
})

test('CREATE_GRACE_MS may still be called SETTLE_MS', () => {
  expect(readSettings({ ...env, SETTLE_MS: '200' }).CREATE_GRACE_MS).toBe(200)
  expect(readSettings({ ...env, SETTLE_MS: '200', CREATE_GRACE_MS: '300' }).CREATE_GRACE_MS).toBe(300)
  expect(messageFor({ SETTLE_MS: 'soon' })).toMatch(/SETTLE_MS is not a number/)
})

test.each([
  ['PORT', '8e3'],
  ['PUBLIC_URL', 'http://shop.example'],
  ['PAYMENTS_BASE_URL', 'http://core.example'],
  ['PAYMENTS_BASE_URL', 'https://core.example/?key=1'],
  ['ALLOWED_ORIGINS', 'https://shop.example/checkout'],
  ['EVENTS_SECRET', 'whsec_!'],
  ['SEAL_KEY', `${sealKey},c2hvcnQ=`],
  ['CREATE_GRACE_MS', '600001'],
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
    ['PUBLIC_URL', { HOST: '0.0.0.0' }],
    ['PAYMENTS_P2P_KEY', { PAYMENTS_P2P_KEY: '' }],
    ['PAYMENTS_P2P_KEY', { PAYMENTS_PAYOUT_KEY: 'a-p2p-key' }],
  ])('%s is named for %j', (name, change) => {
    expect(messageFor(change)).toMatch(new RegExp(`: ${name} is `))
  })
})

test('every wrong setting is reported, and no secret is shown', () => {
  const secrets = {
    PAYMENTS_P2P_KEY: 'canary one',
    ADMIN_TOKEN: 'canary two',
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
  expect(valid).toMatchObject({ HOST: '127.0.0.1', PAYMENTS_BASE_URL: 'https://core.example/api' })
  expect(valid).not.toHaveProperty('SEAL_KEY')
})
