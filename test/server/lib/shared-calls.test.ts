import { expect, test } from 'vitest'
import { createSharedCalls } from '../../../src/server/lib/shared-calls.ts'

test('a call that is over is shared no more, also where the clock was set back meanwhile', async () => {
  let now = 60_000
  const share = createSharedCalls<string>({ now: () => now, after: () => () => undefined }, 0)
  await expect(share('key', () => Promise.reject(new Error('unavailable')))).rejects.toThrow('unavailable')
  now = 0
  await expect(share('key', async () => 'done')).resolves.toEqual({ result: 'done', requestedAt: 0 })
})
