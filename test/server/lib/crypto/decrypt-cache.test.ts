import { expect, test } from 'vitest'
import { createDecryptCache } from '../../../../src/server/lib/crypto/decrypt-cache.ts'
import { manualClock } from '../../harness.ts'

/** A decrypt function that counts its calls. */
function countingDecrypt(): { decrypt: () => Promise<string>; times: () => number } {
  let times = 0
  return { decrypt: async () => `decrypted ${++times}`, times: () => times }
}

test('the same sealed text is decrypted once', async () => {
  const cache = createDecryptCache(manualClock())
  const { decrypt, times } = countingDecrypt()
  expect(await cache.get('co_1', 'sealed', decrypt)).toBe('decrypted 1')
  expect(await cache.get('co_1', 'sealed', decrypt)).toBe('decrypted 1')
  expect(times()).toBe(1)
})

test('another sealed text, or another entry, is never served from the cache', async () => {
  const cache = createDecryptCache(manualClock())
  const { decrypt } = countingDecrypt()
  await cache.get('co_1', 'first attempt', decrypt)
  expect(await cache.get('co_1', 'second attempt', decrypt)).toBe('decrypted 2')
  expect(await cache.get('co_1', 'first attempt', decrypt)).toBe('decrypted 3')
  expect(await cache.get('co_2', 'first attempt', decrypt)).toBe('decrypted 4')
})

test('a failed decryption is not cached', async () => {
  const cache = createDecryptCache(manualClock())
  expect(await cache.get('co_1', 'sealed', async () => null)).toBeNull()
  expect(await cache.get('co_1', 'sealed', async () => 'now')).toBe('now')
})

test('removed and minute-old texts are not cached', async () => {
  const clock = manualClock()
  const cache = createDecryptCache(clock)
  const { decrypt, times } = countingDecrypt()
  await cache.get('removed', 'sealed', decrypt)
  cache.remove('removed')
  await cache.get('removed', 'sealed', decrypt)
  expect(times()).toBe(2)
  clock.advance(60_000)
  await cache.get('removed', 'sealed', decrypt)
  expect(times()).toBe(3)
})

test('the number of entries is bounded: the oldest is evicted first', async () => {
  const cache = createDecryptCache(manualClock())
  const { decrypt, times } = countingDecrypt()
  for (let n = 0; n <= 10_001; n += 1) await cache.get(`co_${n}`, 'sealed', decrypt)
  await cache.get('co_10001', 'sealed', decrypt)
  expect(times()).toBe(10_002)
  await cache.get('co_0', 'sealed', decrypt)
  expect(times()).toBe(10_003)
})
