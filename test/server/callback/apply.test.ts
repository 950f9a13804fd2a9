import { expect, test } from 'vitest'
import { memoryStore } from '../../../src/server/index.ts'
import type { ReadyQuery } from '../../../src/server/store/callbacks.ts'
import type { Store } from '../../../src/server/store/store.ts'
import { createHarness } from '../harness.ts'
import { sendCallback } from './send-callback.ts'

/** Runs everything that does not wait for the clock. */
async function settle(): Promise<void> {
  for (let n = 0; n < 20; n += 1) await new Promise((resolve) => setImmediate(resolve))
}

/** An open transfer of a shop that takes a callback as final. */
async function pendingTransfer(store: Store) {
  const harness = createHarness({ store, paypane: { confirmFinal: false } })
  const { id } = await harness.createCheckout('1042', 'transfer')
  await harness.drain()
  const externalId = harness.sandbox.orders()[0]?.externalId ?? ''
  return {
    harness,
    async receiveCallback(amount = '1250.00') {
      const response = await sendCallback(harness, { externalId, status: 'Success', amount })
      expect(response.status).toBe(200)
      await settle()
    },
    status: async () => (await harness.getCheckout(id)).status,
    paid: async () => (await harness.getCheckout(id)).paid?.value,
  }
}

test('a callback is applied while the worker waits for the database', async () => {
  const store = memoryStore()
  const { harness, receiveCallback, status } = await pendingTransfer(store)
  harness.restart({ store: { ...store, claim: () => Promise.withResolvers<never>().promise }, worker: true })
  await settle()
  await receiveCallback()
  await expect.poll(status).toBe('succeeded')
})

test('a callback that its process did not apply is applied by another, but not at once', async () => {
  const store = memoryStore()
  let isBroken = false
  const { harness, receiveCallback, status } = await pendingTransfer({
    ...store,
    save: (...args) => (isBroken ? Promise.reject(new Error('broken')) : store.save(...args)),
  })
  isBroken = true
  await receiveCallback()
  harness.restart({ store, worker: true })
  await settle()
  expect(await status()).toBe('pending')
  await expect
    .poll(() => {
      harness.clock.advance(1000)
      return status()
    })
    .toBe('succeeded')
})

test('a callback that another process has applied meanwhile is not applied again after a newer one', async () => {
  const store = memoryStore()
  const slow = Promise.withResolvers<void>()
  let isSlow = false
  const { receiveCallback, paid } = await pendingTransfer({
    ...store,
    async readyCallbacks(query: ReadyQuery) {
      const ready = await store.readyCallbacks(query)
      if (isSlow) {
        isSlow = false
        await slow.promise
      }
      return ready
    },
  })
  isSlow = true
  await receiveCallback('1300.00')
  await receiveCallback('1260.00')
  expect(await paid()).toBe('1260.00')
  slow.resolve()
  await settle()
  expect(await paid()).toBe('1260.00')
})

test.each([
  ['', []],
  [', also where one of its other keys is that of another pipeline', ['the key of transfers']],
])('a callback counts only for the pipelines whose private key has signed it%s', async (_, otherKeys) => {
  const harness = createHarness({ paypane: { confirmFinal: false } })
  const env = harness.sandbox.env()
  harness.restart({
    confirmFinal: false,
    pipelines: {
      p2p: { profile: 'p2p', key: env['PAYMENTS_P2P_KEY'] ?? '', privateKey: 'the key of transfers' },
      form: {
        profile: 'form',
        key: env['PAYMENTS_FORM_KEY'] ?? '',
        privateKey: [env['PAYMENTS_PRIVATE_KEY'] ?? '', ...otherKeys],
      },
    },
  })
  harness.callbacksLost = true
  const { id } = await harness.createCheckout('1042', 'transfer')
  const externalId = harness.sandbox.orders()[0]?.externalId ?? ''
  const response = await sendCallback(harness, { externalId, status: 'Success', amount: '1250.00' })
  expect(response.status).toBe(200)
  await harness.drain()
  expect((await harness.getCheckout(id)).status).toBe('pending')
  expect(await harness.store.entry(id)).toMatchObject({ attempts: [{ unconfirmedCallback: null }] })
})

test('which callbacks are read: those of the order at once, in a pass none of the last second, and all', async () => {
  const store = memoryStore()
  const queries: ReadyQuery[] = []
  const { harness, receiveCallback } = await pendingTransfer({
    ...store,
    async readyCallbacks(query) {
      queries.push(query)
      return await store.readyCallbacks(query)
    },
  })
  const externalId = harness.sandbox.orders()[0]?.externalId
  const common = () => ({ now: harness.clock.now(), limit: 100 })
  queries.length = 0
  await receiveCallback()
  expect(queries).toEqual([{ ...common(), externalId }])

  queries.length = 0
  await harness.paypane.reconcile()
  expect(queries).toEqual([common()])

  queries.length = 0
  harness.restart({ worker: true })
  const now = harness.clock.now()
  await expect.poll(() => queries[0]).toEqual({ ...common(), notWithin: { from: now - 1000, until: now } })
  await harness.paypane.close()
})

test('a callback of its order that fits no attempt is logged, and goes to the operator', async () => {
  const store = memoryStore()
  const { harness, status } = await pendingTransfer(store)
  const env = harness.sandbox.env()
  const key = env['PAYMENTS_P2P_KEY'] ?? ''
  harness.restart({
    confirmFinal: false,
    pipelines: {
      p2p: { profile: 'p2p', key, privateKey: 'the key of transfers' },
      form: {
        profile: 'form',
        key: env['PAYMENTS_FORM_KEY'] ?? '',
        privateKey: env['PAYMENTS_PRIVATE_KEY'] ?? '',
      },
    },
  })
  harness.logs.length = 0
  const externalId = harness.sandbox.orders()[0]?.externalId ?? ''
  await sendCallback(harness, { externalId, status: 'Success', amount: '1250.00' })
  await harness.paypane.reconcile()
  const message = 'verified callback matches no attempt of its entry'
  expect(harness.logs.filter((line) => line.message === message)).toEqual([
    { level: 'warn', message, externalId },
  ])
  expect(await status()).toBe('pending')
  const { callbacks } = await store.unmatchedCallbacks({ limit: 9 })
  expect(callbacks).toMatchObject([{ externalId, entryId: null, appliedAt: expect.any(Number) }])
})

test('a callback at a server without the pipeline waits for one that has it, and needs no review', async () => {
  const store = memoryStore()
  const { harness, status } = await pendingTransfer(store)
  const env = harness.sandbox.env()
  const form = {
    profile: 'form' as const,
    key: env['PAYMENTS_FORM_KEY'] ?? '',
    privateKey: env['PAYMENTS_PRIVATE_KEY'] ?? '',
  }
  harness.restart({ confirmFinal: false, pipelines: { form } })
  harness.logs.length = 0
  const externalId = harness.sandbox.orders()[0]?.externalId ?? ''
  await sendCallback(harness, { externalId, status: 'Success', amount: '1250.00' })
  await harness.paypane.reconcile()
  expect(harness.logs).toContainEqual({
    level: 'error',
    message:
      'a callback cannot be applied and is put aside, tried again later: Error: its pipeline p2p is not configured',
    callback: expect.any(String),
    externalId,
  })
  expect((await store.unmatchedCallbacks({ limit: 9 })).callbacks).toMatchObject([{ reviewAt: null }])

  harness.restart({ confirmFinal: false })
  harness.callbacksLost = true
  await harness.advance(2)
  expect(await status()).toBe('succeeded')
  expect((await store.unmatchedCallbacks({ limit: 9 })).callbacks).toEqual([])
  expect(harness.unmatched).toEqual([])
})

test('a callback that another process has put aside is applied before a later one of its order', async () => {
  const { harness, receiveCallback, paid } = await pendingTransfer(memoryStore())
  const env = harness.sandbox.env()
  const form = {
    profile: 'form' as const,
    key: env['PAYMENTS_FORM_KEY'] ?? '',
    privateKey: env['PAYMENTS_PRIVATE_KEY'] ?? '',
  }
  harness.restart({ confirmFinal: false, pipelines: { form } })
  await receiveCallback('1300.00')
  harness.restart({ confirmFinal: false })
  await receiveCallback('1260.00')
  expect(await paid()).toBe('1260.00')
  harness.clock.advance(1000)
  await harness.paypane.reconcile()
  expect(await paid()).toBe('1260.00')
})
