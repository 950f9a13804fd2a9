import { describe, expect, test } from 'vitest'
import { createSealer, keyPrefixLength, type Place, reseal } from '../../../src/server/lib/seal.ts'

const key = Buffer.alloc(32, 7).toString('base64')
const newerKey = Buffer.alloc(32, 8).toString('base64')

const instructions = (entry: string, externalTransactionId: string): Place => ({
  purpose: 'instructions',
  entry,
  externalTransactionId,
})

/** As version 0.1 sealed: bound to the purpose only. */
async function sealAsVersion1(purpose: string, text: string): Promise<string> {
  const raw = Buffer.from(key, 'base64')
  const digest = Buffer.from(await crypto.subtle.digest('SHA-256', raw))
  const aesKey = await crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt'])
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const additionalData = new TextEncoder().encode(purpose)
  const sealed = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData },
    aesKey,
    new TextEncoder().encode(text),
  )
  const base64 = (data: Uint8Array): string => Buffer.from(data).toString('base64')
  return `1.${digest.toString('hex', 0, 4)}.${base64(iv)}.${base64(new Uint8Array(sealed))}`
}

describe('a sealed text opens in its own place only', () => {
  const places: readonly Place[] = [
    instructions('co_a', 'tx-1'),
    instructions('co_a', 'tx-2'),
    instructions('co_b', 'tx-1'),
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
    expect(sealed).toMatch(/^2\./)
    for (const other of places)
      expect(await sealer.open(other, sealed)).toBe(other === place ? 'secret' : null)
  })
})

test('a text of version 1 opens until it is re-encrypted; its version cannot be changed', async () => {
  const sealer = await createSealer([key])
  const old = await sealAsVersion1('instructions', 'secret')
  expect(await sealer.open(instructions('co_a', 'tx-1'), old)).toBe('secret')
  expect(await sealer.open(instructions('co_a', 'tx-1'), old.replace('1.', '2.'))).toBeNull()
  expect(await sealer.open({ purpose: 'terms', entry: 'co_a' }, old)).toBeNull()

  const resealed = await reseal(sealer, instructions('co_a', 'tx-1'), old)
  expect(resealed.slice(0, keyPrefixLength)).toBe(await sealer.currentPrefix())
  expect(await sealer.open(instructions('co_a', 'tx-1'), resealed)).toBe('secret')
  expect(await sealer.open(instructions('co_b', 'tx-1'), resealed)).toBeNull()
  expect(await sealer.open(instructions('co_a', 'tx-1'), resealed.replace('2.', '1.'))).toBeNull()
})

test('a text of a retired key is outdated; one that no key opens stays as it is', async () => {
  const place = instructions('co_a', 'tx-1')
  const [before, rotated, after] = await Promise.all([
    createSealer([key]),
    createSealer([newerKey, key]),
    createSealer([newerKey]),
  ])
  const old = await before.seal(place, 'secret')
  expect(await rotated.outdatedPrefixes()).toContain(old.slice(0, keyPrefixLength))
  expect(await rotated.outdatedPrefixes()).not.toContain(await rotated.currentPrefix())
  expect(await after.open(place, await reseal(rotated, place, old))).toBe('secret')
  expect(await reseal(after, place, old)).toBe(old)
})
