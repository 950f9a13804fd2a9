import { expect, test } from 'vitest'
import { createDecryptCache } from '../../../src/server/lib/decrypt-cache.ts'
import { manualClock } from '../harness.ts'

/** Opens by asking how often it was asked. */
function countingDecrypt(): { open: () => Promise<string>; times: () => number } {
  let times = 0
  return { open: async () => `opened ${++times}`, times: () => times }
}

test('the same sealed text is opened once for all who look at it', async () => {
  const cache = createDecryptCache(manualClock())
  const { open, times } = countingDecrypt()
  expect(await cache.get('co_1', 'sealed', open)).toBe('opened 1')
  expect(await cache.get('co_1', 'sealed', open)).toBe('opened 1')
  expect(times()).toBe(1)
})

test('another sealed text is never answered with what an earlier one said, nor one entry with another', async () => {
  const cache = createDecryptCache(manualClock())
  const { open } = countingDecrypt()
  await cache.get('co_1', 'first attempt', open)
  expect(await cache.get('co_1', 'second attempt', open)).toBe('opened 2')
  expect(await cache.get('co_1', 'first attempt', open)).toBe('opened 3')
  expect(await cache.get('co_2', 'first attempt', open)).toBe('opened 4')
})

test('what could not be opened is tried again', async () => {
  const cache = createDecryptCache(manualClock())
  expect(await cache.get('co_1', 'sealed', async () => null)).toBeNull()
  expect(await cache.get('co_1', 'sealed', async () => 'now')).toBe('now')
})

test('what is wiped or was opened a minute ago is not kept', async () => {
  const clock = manualClock()
  const cache = createDecryptCache(clock)
  const { open, times } = countingDecrypt()
  await cache.get('wiped', 'sealed', open)
  cache.remove('wiped')
  await cache.get('wiped', 'sealed', open)
  expect(times()).toBe(2)
  clock.advance(60_000)
  await cache.get('wiped', 'sealed', open)
  expect(times()).toBe(3)
})

test('however many look, a bounded number is kept: the longest opened goes first', async () => {
  const cache = createDecryptCache(manualClock())
  const { open, times } = countingDecrypt()
  for (let n = 0; n <= 2001; n += 1) await cache.get(`co_${n}`, 'sealed', open)
  await cache.get('co_2001', 'sealed', open)
  expect(times()).toBe(2002)
  await cache.get('co_0', 'sealed', open)
  expect(times()).toBe(2003)
})
