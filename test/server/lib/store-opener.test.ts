import { expect, test } from 'vitest'
import { createOutage } from '../../../src/server/lib/outage.ts'
import { createStoreOpener } from '../../../src/server/lib/store-opener.ts'
import { manualClock } from '../harness.ts'

test('once it is stopped, a failure of the attempt under way is not repeated', async () => {
  const clock = manualClock()
  const { promise, reject } = Promise.withResolvers<void>()
  const opener = createStoreOpener({
    open: () => promise,
    clock,
    outage: createOutage({ log: () => undefined, clock, endMessage: 'it is open' }),
    onOpen: () => undefined,
  })
  const opening = opener.ensureOpen()
  opener.stop()
  reject(new Error('unreachable'))
  await expect(opening).rejects.toThrow('unreachable')
  expect(clock.timers()).toBe(0)
})
