import { expect, test } from 'vitest'
import { createSharedCalls } from '../../../src/server/lib/shared-calls.ts'

test('a call that is over is shared no more, also where the clock was set back meanwhile', async () => {
  let now = 60_000
  const share = createSharedCalls<string>({ now: () => now, after: () => () => undefined }, 0)
  await expect(share('key', () => Promise.reject(new Error('unavailable')))).rejects.toThrow('unavailable')
  now = 0
  await expect(share('key', async () => 'done')).resolves.toEqual({ result: 'done', requestedAt: 0 })
})

test('a call that has failed is not shared with one that follows', async () => {
  const share = createSharedCalls<string>({ now: () => 0, after: () => () => undefined }, 2000)
  const fail = () => Promise.reject(new Error('unavailable'))
  const together = [share('key', fail), share('key', async () => 'done')]
  expect((await Promise.allSettled(together)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await expect(share('key', async () => 'done')).resolves.toMatchObject({ result: 'done' })
  await expect(share('key', fail)).resolves.toMatchObject({ result: 'done' })
})
