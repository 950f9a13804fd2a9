import { expect, test } from 'vitest'
import { createChangeNotifier } from '../../../src/server/lib/change-notifier.ts'
import { manualClock } from '../harness.ts'

test('all open pages are compared with the store, however many they are', async () => {
  const clock = manualClock()
  const changeNotifier = createChangeNotifier(clock, async (ids) => new Map(ids.map((id) => [id, 2])))
  const entryIds = Array.from({ length: 2500 }, (_, n) => `co_${n}`)
  const woken: string[] = []
  const { signal } = new AbortController()
  for (const entryId of entryIds)
    void changeNotifier
      .subscribe(entryId)
      .waitForChange(1, 25_000, signal)
      .then(() => woken.push(entryId))
  clock.advance(5000)
  await new Promise((resolve) => setImmediate(resolve))
  expect(woken).toEqual(entryIds)
})

test('a change that comes while the page is read ends the next wait at once, and no later one', async () => {
  const changeNotifier = createChangeNotifier(manualClock(), async () => new Map())
  const subscription = changeNotifier.subscribe('co_1')
  const { signal } = new AbortController()
  changeNotifier.notify('co_1')
  const next = subscription.waitForChange(1, 25_000, signal)
  expect(await Promise.race([next, new Promise((resolve) => setImmediate(resolve, 'it waits'))])).toBe(true)
  const later = subscription.waitForChange(2, 25_000, signal)
  changeNotifier.close()
  expect(await later).toBe(false)
})
