import { expect, test } from 'vitest'
import { memoryStore, type OrderTerms } from '../../../src/server/index.ts'
import type { Store } from '../../../src/server/store/store.ts'
import { sendCallback } from '../callback/send-callback.ts'
import { createHarness } from '../harness.ts'

test('from the stop on, what is in progress ends and new requests do not reach the store', async () => {
  const inner = memoryStore()
  const calls: string[] = []
  // Every call of the store by its name.
  const store = new Proxy<Store>(inner, {
    get: (target, name, receiver) => {
      calls.push(String(name))
      return Reflect.get(target, name, receiver)
    },
  })
  let answer = (_: OrderTerms): void => undefined
  const terms = new Promise<OrderTerms>((resolve) => {
    answer = resolve
  })
  const shop = createHarness({ store, paypane: { order: () => terms } })
  const inProgress = shop.post('/checkouts', { order: '1042' })
  await expect.poll(() => calls).toContain('entryByRef')

  const closed = shop.paypane.close()
  calls.length = 0
  const refused = await shop.post('/checkouts', { order: '1043' })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
  await expect(shop.paypane.ready()).rejects.toThrow('stopping')
  expect(calls).toEqual([])

  answer({ amount: '10.00', currency: 'UAH' })
  expect((await inProgress).status).toBe(201)
  await closed
  expect(calls.at(-1)).toBe('close')
  expect(shop.logs.filter(({ level }) => level === 'error')).toEqual([])
})

test('a callback that arrives during the stop is applied before the store is closed', async () => {
  const inner = memoryStore()
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  let isReceived = false
  let applied: (number | null)[] = []
  const store: Store = {
    ...inner,
    async saveCallback(...callback) {
      isReceived = true
      await held
      return await inner.saveCallback(...callback)
    },
    async readyCallbacks(query) {
      await new Promise((resolve) => setImmediate(resolve))
      return await inner.readyCallbacks(query)
    },
    async close() {
      applied = (await inner.callbacksOf(id)).map(({ appliedAt }) => appliedAt)
    },
  }
  const shop = createHarness({ store })
  shop.callbacksLost = true
  const { id } = await shop.createCheckout('1042', 'transfer')
  const externalId = shop.sandbox.orders()[0]?.externalId ?? ''
  const response = sendCallback(shop, { externalId, status: 'Success', amount: '1250.00' })
  await expect.poll(() => isReceived).toBe(true)
  const closed = shop.paypane.close()
  release()
  expect((await response).status).toBe(200)
  await closed
  expect(applied).toEqual([shop.clock.now()])
})
