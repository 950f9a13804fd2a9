import { expect, test } from 'vitest'
import { memoryStore, type OrderTerms } from '../../../src/server/index.ts'
import type { Store } from '../../../src/server/store/store.ts'
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
