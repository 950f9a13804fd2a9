import { expect, test } from 'vitest'
import { memoryStore } from '../../../src/server/index.ts'
import type { Metric } from '../../../src/server/lib/metrics.ts'
import type { Store } from '../../../src/server/store/store.ts'
import { createHarness, type Harness, type HarnessOptions } from '../harness.ts'
import { sendCallback } from './send-callback.ts'

const lookups = ({ serviceRequests }: Harness): number =>
  serviceRequests.filter((line) => line.startsWith('GET')).length

/** An open transfer, whose own callbacks are lost. `metrics`: of callbacks. */
async function openTransfer(options: HarnessOptions = {}) {
  const metrics: Metric[] = []
  const onMetric = (metric: Metric) => void (metric.type === 'callback' && metrics.push(metric))
  const harness = createHarness({ ...options, paypane: { onMetric, ...options.paypane } })
  harness.callbacksLost = true
  const { id } = await harness.createCheckout('1042', 'transfer')
  await harness.drain()
  const [order] = harness.sandbox.orders()
  const { externalId = '', externalTransactionId = '' } = order ?? {}
  return { harness, metrics, id, externalId, externalTransactionId }
}

/** Throws where `fails` is not null. */
function failing(store: Store, names: readonly (keyof Store)[], fails: () => Error | null): Store {
  const members = names.map((name) => {
    const member: unknown = store[name]
    const call = async (...args: unknown[]): Promise<unknown> => {
      const error = fails()
      if (error !== null) throw error
      return typeof member === 'function' ? await Reflect.apply(member, store, args) : member
    }
    return [name, call]
  })
  return { ...store, ...Object.fromEntries(members) }
}
const databaseFailure = (): Error => Object.assign(new Error('connection lost'), { code: 'ECONNRESET' })

test('each callback is counted and logged: new, duplicate, rejected', async () => {
  const { harness, metrics, externalId } = await openTransfer()
  harness.logs.length = 0
  const callback = { externalId, status: 'Processing', amount: '1250.00' }
  await sendCallback(harness, callback)
  await sendCallback(harness, callback)
  await sendCallback(harness, { ...callback, forged: true })
  const unsigned = await harness.post('/callbacks/p2p', '{', { signature: 'none' })
  expect(await unsigned.json()).toMatchObject({ code: 'signature_invalid' })
  const malformed = await sendCallback(harness, { ...callback, amount: '[1250]' })
  expect([malformed.status, await malformed.json()]).toMatchObject([400, { code: 'malformed' }])

  const results = ['new', 'duplicate', 'signature', 'signature', 'malformed']
  expect(metrics).toEqual(results.map((result) => ({ type: 'callback', result })))
  const stored = { level: 'info', pipeline: 'p2p form token payout', externalId, status: 'Processing' }
  const rejected = { level: 'warn', message: 'callback rejected' }
  expect(harness.logs.filter(({ message }) => message !== 'request refused')).toEqual([
    { ...stored, message: 'callback stored' },
    { ...stored, message: 'duplicate callback' },
    { ...rejected, why: 'signature' },
    { ...rejected, why: 'signature' },
    { ...rejected, why: 'malformed' },
  ])
})

test('a callback counts by its signature, also at the address of a pipeline that has another name now', async () => {
  const { harness, externalId } = await openTransfer()
  await harness.control(`/orders/${externalId}`, { do: 'pay' })
  const callback = { externalId, status: 'Success', amount: '1250.00', path: '/callbacks/renamed' }
  expect((await sendCallback(harness, callback)).status).toBe(200)
  const forged = await harness.post('/callbacks/renamed', '{}', { signature: '0'.repeat(64) })
  expect(forged.status).toBe(400)
})

test('a callback from an address that is not allowed is not found', async () => {
  const { harness, metrics, externalId } = await openTransfer({
    paypane: { callbackAddresses: ['192.0.2.0/24'] },
  })
  const response = await sendCallback(harness, { externalId, status: 'Success', amount: '1250.00' })
  expect(response.status).toBe(404)
  expect(metrics).toEqual([])
})

test('one of several private keys of a pipeline is enough', async () => {
  const { harness, id, externalId } = await openTransfer()
  const env = harness.sandbox.env()
  const privateKey = ['a key of before', env['PAYMENTS_PRIVATE_KEY'] ?? '']
  harness.restart({
    confirmFinal: false,
    pipelines: { p2p: { profile: 'p2p', key: env['PAYMENTS_P2P_KEY'] ?? '', privateKey } },
  })
  await sendCallback(harness, { externalId, status: 'Success', amount: '1250.00' })
  await harness.drain()
  expect((await harness.getCheckout(id)).status).toBe('succeeded')
})

test('the URL of an order that is placed starts no lookup', async () => {
  const { harness, externalId, externalTransactionId } = await openTransfer()
  const before = lookups(harness)
  await sendCallback(harness, {
    externalId: 'e-2',
    status: 'Processing',
    amount: '1250.00',
    path: `/callbacks/p2p/${externalTransactionId}`,
  })
  await harness.drain()
  expect(externalId).not.toBe('e-2')
  expect(lookups(harness)).toBe(before)
})

test.each(['the address of an order that is placed', 'an address that names no order'])(
  '%s changes nothing of an entry, and is no error',
  async (which) => {
    let writes = 0
    const inner = memoryStore()
    const store: Store = {
      ...inner,
      async save(...write) {
        writes += 1
        return await inner.save(...write)
      },
    }
    const { harness, externalTransactionId } = await openTransfer({ store })
    const id = which.includes('placed') ? externalTransactionId : 'another'
    writes = 0
    harness.logs.length = 0
    const callback = { externalId: 'e-2', status: 'Processing', amount: '1250.00' }
    await sendCallback(harness, { ...callback, path: `/callbacks/p2p/${id}` })
    await harness.paypane.reconcile()
    expect(writes).toBe(0)
    expect(harness.logs.filter(({ level }) => level !== 'info')).toEqual([])
  },
)

test('a callback whose entry cannot be processed is stored and acknowledged', async () => {
  const store = failing(memoryStore(), ['entryByTransaction'], () => new Error('damaged'))
  const harness = createHarness({ store })
  const response = await sendCallback(harness, {
    ...{ externalId: 'e-1', status: 'Success', amount: '1250.00' },
    path: '/callbacks/p2p/an-order',
  })
  expect(response.status).toBe(200)
  const message = 'no lookup follows a callback: Error: damaged'
  expect(harness.logs).toContainEqual({ level: 'error', message, externalId: 'e-1' })
  await sendCallback(harness, { externalId: 'e-1', status: 'Success', amount: '1250.00' })
  expect(harness.logs.at(-1)).toMatchObject({ message: 'duplicate callback', externalId: 'e-1' })
})

test('a callback is not acknowledged while the database fails', async () => {
  const store = failing(memoryStore(), ['entryByTransaction'], databaseFailure)
  const harness = createHarness({ store })
  const callback = { externalId: 'e-1', status: 'Success', amount: '1250.00' }
  const response = await sendCallback(harness, { ...callback, path: '/callbacks/p2p/an-order' })
  expect(response.status).toBeGreaterThanOrEqual(500)
})

test('a callback that is repeated after a failure of the database has its attempt looked up, too', async () => {
  let isDown = false
  const store = failing(memoryStore(), ['entryByTransaction'], () => (isDown ? databaseFailure() : null))
  const harness = createHarness({ store })
  await harness.control('/faults', { on: 'deposit.create', effect: 'drop-after', times: 1 })
  await harness.control('/faults', { on: 'deposit.status', effect: 'status:503', times: 1000 })
  const { id } = await harness.createCheckout('1042', 'transfer')
  await harness.advance(600, 10)
  const [order] = harness.sandbox.orders()
  const callback = {
    ...{ externalId: order?.externalId ?? '', status: 'Success', amount: '1250.00' },
    path: `/callbacks/p2p/${order?.externalTransactionId}`,
  }
  isDown = true
  expect((await sendCallback(harness, callback)).status).toBeGreaterThanOrEqual(500)
  isDown = false
  expect((await sendCallback(harness, callback)).status).toBe(200)
  expect(await store.entry(id)).toMatchObject({ attempts: [{ nextLookupAt: harness.clock.now() }] })
})

test('a callback that cannot be applied is put aside, and delays no other', async () => {
  let damaged: string | null = null
  const store = memoryStore()
  const harness = createHarness({
    store: {
      ...store,
      entry: (id) => (id === damaged ? Promise.reject(new Error('damaged')) : store.entry(id)),
    },
    paypane: { confirmFinal: false },
  })
  harness.orders.set('1043', { amount: '1250.00', currency: 'UAH' })
  const first = await harness.createCheckout('1042', 'transfer')
  const second = await harness.createCheckout('1043', 'transfer')
  await harness.drain()
  const [one, two] = harness.sandbox.orders()
  harness.callbacksLost = true
  harness.logs.length = 0
  damaged = first.id
  for (const order of [one, two])
    await sendCallback(harness, {
      externalId: order?.externalId ?? '',
      status: 'Success',
      amount: '1250.00',
    })
  await harness.paypane.reconcile()
  expect((await harness.getCheckout(second.id)).status).toBe('succeeded')
  const message = 'a callback cannot be applied and is put aside, tried again later: Error: damaged'
  const putAside = { level: 'error', message, callback: expect.stringMatching(/^cb_/) }
  expect(harness.logs).toContainEqual({ ...putAside, externalId: one?.externalId })

  damaged = null
  await harness.paypane.reconcile()
  expect((await store.entry(first.id))?.attempts[0]?.state).toBe('placed')
  await harness.advance(120, 30)
  expect((await harness.getCheckout(first.id)).status).toBe('succeeded')
})

test('a callback whose write the database did not take is applied by the next pass', async () => {
  let isLost = false
  const store = failing(memoryStore(), ['save'], () => (isLost ? databaseFailure() : null))
  const { harness, id, externalId } = await openTransfer({ store, paypane: { confirmFinal: false } })
  isLost = true
  await sendCallback(harness, { externalId, status: 'Success', amount: '1250.00' })
  await harness.paypane.reconcile().catch(() => null)
  isLost = false
  await harness.paypane.reconcile()
  expect((await harness.getCheckout(id)).status).toBe('succeeded')
  expect(harness.logs.filter(({ message }) => message.includes('put aside'))).toEqual([])
})

test('callbacks of one order are applied as they came, also where the write of one fails', async () => {
  let failures = 0
  const store = failing(memoryStore(), ['save'], () => (failures-- > 0 ? databaseFailure() : null))
  const { harness, id, externalId } = await openTransfer({ store, paypane: { confirmFinal: false } })
  failures = Number.POSITIVE_INFINITY
  for (const amount of ['900.00', '1000.00'])
    await sendCallback(harness, { externalId, status: 'Success', amount })
  await harness.paypane.reconcile().catch(() => null)
  failures = 1
  await harness.paypane.reconcile().catch(() => null)
  await harness.paypane.reconcile()
  expect((await harness.getCheckout(id)).paid?.value).toBe('1000.00')
})
