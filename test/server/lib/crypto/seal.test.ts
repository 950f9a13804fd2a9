import { describe, expect, test } from 'vitest'
import { createSealer, keyPrefixLength, type Place, reseal } from '../../../../src/server/lib/crypto/seal.ts'

const key = Buffer.alloc(32, 7).toString('base64')
const newerKey = Buffer.alloc(32, 8).toString('base64')

const paymentDetails = (entry: string, externalTransactionId: string): Place => ({
  purpose: 'paymentDetails',
  entry,
  externalTransactionId,
})

describe('a sealed text opens in its own place only', () => {
  const places: readonly Place[] = [
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

  test.each(places)('%j', async (place) => {
    const sealer = await createSealer([key])
    const sealed = await sealer.seal(place, 'secret')
    expect(sealed).toMatch(/^1\./)
    for (const other of places)
      expect(await sealer.open(other, sealed)).toBe(other === place ? 'secret' : null)
  })
})

test('a text of a retired key is re-encrypted; one that no key opens stays as it is', async () => {
  const place = paymentDetails('co_a', 'tx-1')
  const [before, rotated, after] = await Promise.all([
    createSealer([key]),
    createSealer([newerKey, key]),
    createSealer([newerKey]),
  ])
  const old = await before.seal(place, 'secret')
  expect(await rotated.retiredPrefixes()).toEqual([old.slice(0, keyPrefixLength)])
  expect(await after.open(place, await reseal(rotated, place, old))).toBe('secret')
  expect(await reseal(after, place, old)).toBe(old)
})
