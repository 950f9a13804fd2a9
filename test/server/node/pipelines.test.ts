import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { InvalidSettingError, inspectSettings, readSettings } from '../../../src/server/node/index.ts'
import { newFolder } from '../../support/new-folder.ts'

const folder = newFolder(afterAll)

const kzt = { name: 'p2p-kzt', profile: 'p2p', key: 'KZT_KEY', currencies: ['KZT'] }
const uah = { name: 'p2p', profile: 'p2p', key: 'PAYMENTS_P2P_KEY', fields: ['bankName'] }

function envWith(content: unknown): Record<string, string> {
  const file = join(folder, 'pipelines.json')
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return {
    PAYMENTS_BASE_URL: 'http://127.0.0.1:4010/core',
    PAYMENTS_P2P_KEY: 'the-uah-key',
    PAYMENTS_PAYOUT_KEY: 'the-payout-key',
    PAYMENTS_PRIVATE_KEY: 'the private key',
    KZT_KEY: 'the-kzt-key',
    SEAL_KEY: Buffer.alloc(32, 7).toString('base64'),
    PAYMENTS_PIPELINES: file,
  }
}

test('a file names several pipelines of a profile, and the variables of their keys', () => {
  const own = { ...kzt, privateKey: 'KZT_PRIVATE_KEY', limits: { KZT: { max: '500000' } } }
  const { options } = readSettings({
    ...envWith([uah, own]),
    KZT_PRIVATE_KEY: 'as, issued',
    KZT_PRIVATE_KEY_NEXT: 'another',
  })
  expect(Object.entries(options.pipelines)).toEqual([
    ['p2p', { profile: 'p2p', key: 'the-uah-key', privateKey: ['the private key'], fields: ['bankName'] }],
    [
      'p2p-kzt',
      {
        profile: 'p2p',
        key: 'the-kzt-key',
        privateKey: ['as, issued', 'another'],
        currencies: ['KZT'],
        limits: { KZT: { max: '500000' } },
      },
    ],
  ])
})

test('without a file each key is a pipeline of its own', () => {
  const { PAYMENTS_PIPELINES: _, ...env } = envWith([])
  expect(readSettings(env).options.pipelines).toMatchObject({
    p2p: { profile: 'p2p', key: 'the-uah-key', privateKey: ['the private key'] },
    payout: { profile: 'payout', key: 'the-payout-key' },
  })
})

test.each<[words: RegExp, content: unknown]>([
  [/^PAYMENTS_PIPELINES cannot be read: /, '{'],
  [/^PAYMENTS_PIPELINES is not a list of pipelines/, {}],
  [/^PAYMENTS_PIPELINES is not a list of pipelines: has no pipeline/, []],
  [/: p2p-kzt\.profile /, [uah, { ...kzt, profile: 'cards' }]],
  [/: p2p-kzt has an unknown member: currency/, [{ ...kzt, currency: 'KZT' }]],
  [/: p2p-kzt\.limits\.KZT has a min above its max/, [{ ...kzt, limits: { KZT: { min: '2', max: '1' } } }]],
  [/: p2p-kzt: OTHER_KEY is not set/, [{ ...kzt, key: 'OTHER_KEY' }]],
  [/: p2p-kzt: PRIVATE_KZT is not set/, [{ ...kzt, privateKey: 'PRIVATE_KZT' }]],
  [/: p2p-kzt\.key is also the key of the pipeline p2p$/, [uah, { ...kzt, key: 'PAYMENTS_P2P_KEY' }]],
  [/: p2p is listed twice/, [uah, { ...kzt, name: 'p2p' }]],
  [/: p2p-kzt\.limits\.kzt is for none of the .* \(KZT\)$/, [{ ...kzt, limits: { kzt: { max: '1' } } }]],
  [/: p2p-kzt\.payerFields are for payouts only/, [{ ...kzt, payerFields: [{ key: 'iban', kind: 'iban' }] }]],
  [/: out\.fields are for deposits only/, [{ ...uah, name: 'out', profile: 'payout' }]],
  [/^PAYMENTS_INIT_URL is not set, and a pipeline of profile form needs it/, [{ ...kzt, profile: 'form' }]],
])('a wrong file stops the start with one line: %s', (words, content) => {
  const env = envWith(content)
  expect(() => readSettings(env)).toThrow(InvalidSettingError)
  const { states, valid } = inspectSettings(env)
  const lines = states.flatMap(({ name, problem }) => (problem === null ? [] : [`${name} ${problem}`]))
  expect(lines).toEqual([expect.stringMatching(words)])
  expect(lines[0]).not.toMatch(/\n|the-\w+-key/)
  if (lines[0]?.startsWith('PAYMENTS_PIPELINES')) expect(valid.pipelines).toEqual({})
})

test('the service chooses private keys: a short one of a pipeline is accepted', () => {
  const env = envWith([uah, { ...kzt, privateKey: 'KZT_PRIVATE' }])
  const { states } = inspectSettings({ ...env, KZT_PRIVATE: '1234', PUBLIC_URL: 'https://shop.example' })
  expect(states.find(({ name }) => name === 'PAYMENTS_PIPELINES')?.problem).toBe(null)
})
