import { expect, test, vi } from 'vitest'
import { memoryStore } from '../../../src/server/index.ts'
import { createHarness } from '../harness.ts'

test('an outage of the database is logged once at its start and once at its end', async () => {
  let isDown = false
  const store = memoryStore()
  const claim: typeof store.claim = (options) =>
    isDown ? Promise.reject(new Error('the database is gone')) : store.claim(options)
  const entryByRef: typeof store.entryByRef = (kind, ref) =>
    isDown
      ? Promise.reject(Object.assign(new Error('the database is gone'), { name: 'DatabaseError' }))
      : store.entryByRef(kind, ref)
  const { clock, paypane, logs, post } = createHarness({
    store: { ...store, claim, entryByRef },
    paypane: { worker: true },
  })
  const seconds = async (count: number): Promise<void> => {
    for (let second = 0; second < count; second += 1) {
      clock.advance(1000)
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  await paypane.ready()
  await seconds(2)
  expect(logs).toEqual([])
  isDown = true
  await expect
    .poll(async () => {
      await seconds(1)
      return logs.length
    })
    .toBe(1)
  await seconds(29)
  expect((await post('/checkouts', { order: '1042' })).status).toBe(503)
  isDown = false
  await seconds(5)
  expect(logs.map(({ level, message }) => `${level}: ${message}`)).toEqual([
    'error: a pass over due work failed: Error: the database is gone (retried; the end is logged)',
    'info: the failure is over',
  ])
  expect(logs[1]?.['seconds']).toBeOneOf([29, 30, 31])
  await paypane.close()
})

test('probes get an answer while the database does not respond', async () => {
  const never = new Promise<never>(() => undefined)
  let hangs = false
  const store = memoryStore()
  const { clock, paypane } = createHarness({
    store: {
      ...store,
      ping: () => (hangs ? never : store.ping()),
      stats: () => (hangs ? never : store.stats()),
    },
  })
  await paypane.ready()
  hangs = true
  const probes = [paypane.ready(), paypane.stats()]
  const results = Promise.all(
    probes.map((probe) => expect(probe).rejects.toThrow('The database has not responded for 8 seconds.')),
  )
  await vi.waitFor(() => expect(clock.timers()).toBe(2))
  clock.advance(8000)
  await results
  await paypane.close()
})
