import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readSettings } from '../../../src/server/node/index.ts'
import { newFolder } from '../../support/new-folder.ts'

const folder = newFolder(afterAll)

const digest = 'ab'.repeat(32)
const anna = { tokenSha256: digest, scopes: ['read', 'payout:approve'] }

function envWith(content: unknown, more: Record<string, string> = {}): Record<string, string> {
  const file = join(folder, 'operators.json')
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return {
    PAYMENTS_BASE_URL: 'http://127.0.0.1:4010/core',
    PAYMENTS_P2P_KEY: 'a-p2p-key',
    PAYMENTS_PRIVATE_KEY: 'the private key',
    SEAL_KEY: Buffer.alloc(32, 7).toString('base64'),
    OPERATORS: file,
    ...more,
  }
}

test('operators, the approval and the limits of payouts are read', () => {
  const { options, PAYOUT_APPROVAL, PAYOUT_DAILY_LIMIT } = readSettings(
    envWith({ anna }, { PAYOUT_APPROVAL: '{"UAH": "10000"}', PAYOUT_DAILY_LIMIT: '{"UAH": "50000.00"}' }),
  )
  expect(options.operators).toEqual({ anna })
  expect([PAYOUT_APPROVAL, PAYOUT_DAILY_LIMIT]).toEqual([{ UAH: '10000' }, { UAH: '50000.00' }])
  expect(readSettings(envWith({ anna }, { PAYOUT_APPROVAL: 'always' })).PAYOUT_APPROVAL).toBe('always')
  expect(readSettings(envWith({ anna })).PAYOUT_APPROVAL).toBe('never')
})

test.each<[words: string, content: unknown]>([
  ['OPERATORS cannot be read: ', '{'],
  ['OPERATORS is not an object of operators by name', [anna]],
  ['OPERATORS has no operator', {}],
  [
    'OPERATORS has wrong operators: anna.scopes.0 is not read, resolve, payout:create or payout:approve',
    { anna: { ...anna, scopes: ['everything'] } },
  ],
  ['anna.scopes has no scope', { anna: { ...anna, scopes: [] } }],
  ['anna.tokenSha256 is missing: give text', { anna: { scopes: ['read'] } }],
  ['tokenSha256 of "anna" is not 64 hexadecimal digits', { anna: { ...anna, tokenSha256: 'plain secret' } }],
  ['"boris" has the same token as "anna"', { anna, boris: anna }],
  ['"Admin" is the name of ADMIN_TOKEN', { Admin: anna }],
])('%s', (words, content) => {
  const start = () => readSettings(envWith(content))
  expect(start).toThrow(words)
  expect(start).not.toThrow(/ababab|plain secret|everything/)
})

test('every mistake of a file is named at one start', () => {
  const start = () =>
    readSettings(envWith({ anna: { ...anna, scopes: ['x'] }, boris: { tokenSha256: 1, scopes: [] } }))
  for (const name of ['anna.scopes.0', 'boris.tokenSha256', 'boris.scopes']) expect(start).toThrow(name)
})

test.each([
  ['PAYOUT_APPROVAL', 'sometimes'],
  ['PAYOUT_APPROVAL', '{"UAH": 10000}'],
  ['PAYOUT_APPROVAL', '{"UAH": "-1"}'],
  ['PAYOUT_DAILY_LIMIT', '50000'],
  ['PAYOUT_DAILY_LIMIT', '{"UAH": "much"}'],
  ['PAYOUT_DAILY_LIMIT', '{"UAH": "1000", "UAH": "100000"}'],
  ['PAYOUT_APPROVAL', '{"UAH": "1000", "UAH": "100000"}'],
])('%s=%s is refused by name', (name, value) => {
  expect(() => readSettings(envWith({ anna }, { [name]: value }))).toThrow(new RegExp(`^${name} `))
})

test('an approval needs an operator who can give it', () => {
  const clerk = { ...anna, scopes: ['read', 'payout:create'] }
  expect(() => readSettings(envWith({ clerk }, { PAYOUT_APPROVAL: 'always' }))).toThrow(
    /^PAYOUT_APPROVAL needs an operator with the scope payout:approve/,
  )
})
