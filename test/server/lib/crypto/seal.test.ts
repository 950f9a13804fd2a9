import { describe, expect, test } from 'vitest'
import {
  type AssociatedData,
  createSealer,
  keyPrefixLength,
  reencrypt,
} from '../../../../src/server/lib/crypto/seal.ts'

const key = Buffer.alloc(32, 7).toString('base64')
const newerKey = Buffer.alloc(32, 8).toString('base64')

const paymentDetails = (entry: string, externalTransactionId: string): AssociatedData => ({
  purpose: 'paymentDetails',
  entry,
  externalTransactionId,
})

describe('a sealed text is decrypted with its own associated data only', () => {
  const contexts: readonly AssociatedData[] = [
    paymentDetails('co_a', 'tx-1'),
    paymentDetails('co_a', 'tx-2'),
    paymentDetails('co_b', 'tx-1'),
    { purpose: 'body', entry: 'co_a', externalTransactionId: 'tx-1' },
    { purpose: 'terms', entry: 'co_a' },
    { purpose: 'terms', entry: 'co_b' },
    { purpose: 'card', customer: 'c-7', card: 'card_1' },
    { purpose: 'card', customer: 'c-7', card: 'card_2' },
    { purpose: 'card', customer: 'c-8', card: 'card_1' },
    // The parts are separated, whatever characters an id has.
    { purpose: 'card', customer: 'c-7","card_1', card: '' },
  ]

  test.each(contexts)('%j', async (associatedData) => {
    const sealer = await createSealer([key])
    const sealed = await sealer.encrypt(associatedData, 'secret')
    expect(sealed).toMatch(/^1\./)
    for (const other of contexts)
      expect(await sealer.decrypt(other, sealed)).toBe(other === associatedData ? 'secret' : null)
  })
})

test('a text of a retired key is re-encrypted; one that no key decrypts stays as it is', async () => {
  const associatedData = paymentDetails('co_a', 'tx-1')
  const [before, rotated, after] = await Promise.all([
    createSealer([key]),
    createSealer([newerKey, key]),
    createSealer([newerKey]),
  ])
  const old = await before.encrypt(associatedData, 'secret')
  expect(await rotated.retiredPrefixes()).toEqual([old.slice(0, keyPrefixLength)])
  expect(await after.decrypt(associatedData, await reencrypt(rotated, associatedData, old))).toBe('secret')
  expect(await reencrypt(after, associatedData, old)).toBe(old)
})
