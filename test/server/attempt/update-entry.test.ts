import { describe, expect, test } from 'vitest'
import { type UpdateOptions, updateEntry } from '../../../src/server/attempt/update-entry.ts'
import { type Context, createContext } from '../../../src/server/context.ts'
import { memoryStore, type PaypaneOptions } from '../../../src/server/index.ts'
import type { Metric } from '../../../src/server/lib/metrics.ts'
import type { Entry } from '../../../src/server/rules/model.ts'
import type { Write } from '../../../src/server/store/entries.ts'
import type { Store } from '../../../src/server/store/store.ts'
import { createHarness, type Harness } from '../harness.ts'
import { noDetails } from '../qr/payment-details.ts'

/** A checkout with an open transfer, and the context of another process on its store. */
async function openTransfer(change: (store: Store) => Partial<Store> = () => ({})) {
  const store = memoryStore()
  const shop = createHarness({ store })
  shop.callbacksLost = true
  const { id } = await shop.createCheckout('1042', 'transfer')
  const { service, clock } = shop
  const wakes: number[] = []
  const options: PaypaneOptions = {
    ...{ service, clock, store: { ...store, ...change(store) }, pipelines: {}, order: () => null },
    log: (line) => void shop.logs.push(line),
    random: () => 0.25,
  }
  const woken = { wake: () => void wakes.push(clock.now()), onLookupDone: () => undefined }
  const context: Context = createContext(options, woken)
  const stored = async (): Promise<Entry> => {
    const entry = await store.entry(id)
    if (entry === null) throw new Error('The checkout exists.')
    return entry
  }
  return { shop, context, id, stored, wakes }
}
const fails = (entry: Entry): Entry => ({
  ...entry,
  attempts: entry.attempts.map((attempt) => ({ ...attempt, state: 'failed', status: 'Failed' })),
})

test('an entry that does not exist is not written', async () => {
  const { context } = await openTransfer()
  await expect(updateEntry(context, 'co_none', fails)).rejects.toMatchObject({ code: 'checkout_unknown' })
})

test('what is decided to stay as it is, is not written', async () => {
  const { context, id, stored, wakes } = await openTransfer()
  const before = await stored()
  expect(await updateEntry(context, id, () => null)).toEqual(before)
  expect(await updateEntry(context, id, (entry) => entry)).toEqual(before)
  expect(await stored()).toEqual(before)
  expect(wakes).toEqual([])
})

test('a write has the time, a later version and the events; what it returns is what is stored', async () => {
  const { shop, context, id, stored, wakes } = await openTransfer()
  const before = await stored()
  shop.clock.advance(5000)
  shop.logs.length = 0
  const after = await updateEntry(context, id, fails)
  expect(after).toEqual(await stored())
  expect(after).toMatchObject({
    updatedAt: before.updatedAt + 5000,
    // A quarter of the range of the steps.
    version: before.version + 1 + 2 ** 30,
    lastEventSeq: 1,
  })
  expect(wakes).toEqual([shop.clock.now()])
  expect(shop.logs).toEqual([
    {
      ...{ level: 'info', message: 'attempt is failed', checkout: id, attempt: 1, status: 'Failed' },
      externalTransactionId: before.attempts[0]?.externalTransactionId,
    },
    { level: 'info', message: 'checkout.failed', checkout: id },
  ])
  const events = await context.store.claimEvents({ now: shop.clock.now(), until: shop.clock.now(), limit: 9 })
  expect(events.map(({ event }) => event)).toMatchObject([
    { id: expect.stringMatching(/^evt_/), entryId: id, seq: 1, at: shop.clock.now(), ref: '1042' },
  ])
})

test('an entry that another write has changed meanwhile is decided about again', async () => {
  let isFirst = true
  const { shop, context, id, stored } = await openTransfer((store) => ({
    async save(entry, write) {
      if (isFirst) {
        isFirst = false
        const current = await store.entry(entry.id)
        if (current?.kind === 'checkout')
          await store.save({ ...current, seenAt: 77 }, { expectedVersion: current.version })
      }
      return await store.save(entry, write)
    },
  }))
  const decided: (number | null)[] = []
  await updateEntry(context, id, (entry) => {
    decided.push(entry.kind === 'checkout' ? entry.seenAt : null)
    return fails(entry)
  })
  expect(decided).toEqual([shop.clock.now(), 77])
  expect(await stored()).toMatchObject({ seenAt: 77, attempts: [{ state: 'failed' }] })
})

describe('with a write', () => {
  /** What `decide` writes of the open transfer. */
  async function written(decide: (entry: Entry) => Entry | null, options?: UpdateOptions): Promise<Write> {
    const writes: Write[] = []
    const { context, id } = await openTransfer((store) => ({
      async save(entry, write) {
        writes.push(write)
        return await store.save(entry, write)
      },
    }))
    await updateEntry(context, id, decide, options)
    const [write, ...others] = writes
    if (write === undefined || others.length > 0) throw new Error('It is one write.')
    return write
  }

  test('what a page shows is counted for reports and searched for', async () => {
    const write = await written(fails)
    expect(write.report?.flatMap(({ counts }) => Object.keys(counts))).toContain('failed')
    expect(write).not.toHaveProperty('silent')
    expect(write).not.toHaveProperty('erasedAttempts')
    expect(write).not.toHaveProperty('card')
  })

  test('what no page shows wakes no page', async () => {
    const write = await written((entry) => ({
      ...entry,
      attempts: entry.attempts.map((attempt) => ({ ...attempt, nextLookupAt: 1 })),
    }))
    expect(write).toMatchObject({ silent: true, events: [] })
    expect(write).not.toHaveProperty('report')
    expect(write).not.toHaveProperty('terms')
  })

  test('the receipts of what it erases are deleted', async () => {
    expect(await written((entry) => ({ ...entry, erasedAt: 1 }))).toMatchObject({ erasedAttempts: [1] })
  })

  test('receipts that are deleted already are not deleted again', async () => {
    const erasedAttempts: unknown[] = []
    const { context, id } = await openTransfer((store) => ({
      async save(entry, write) {
        erasedAttempts.push(write.erasedAttempts)
        return await store.save(entry, write)
      },
    }))
    await updateEntry(context, id, (entry) => ({ ...entry, erasedAt: 1 }))
    await updateEntry(context, id, (entry) => ({ ...entry, createdAt: 1 }))
    expect(erasedAttempts).toEqual([[1], undefined])
  })

  test('a callback that changes nothing is marked as applied', async () => {
    expect(await written((entry) => entry, { appliedCallbackIds: ['cb_1'] })).toMatchObject({
      appliedCallbackIds: ['cb_1'],
      events: [],
    })
  })
})

test('a write without events wakes no worker', async () => {
  const { context, id, wakes } = await openTransfer()
  await updateEntry(context, id, (entry) => ({ ...entry, erasedAt: 1 }))
  expect(wakes).toEqual([])
})

test('decrypted payment details are forgotten once none are stored', async () => {
  const { context, id } = await openTransfer()
  let decrypted = 0
  const read = () =>
    context.decryptCache.get(id, 'a sealed text', async () => {
      decrypted += 1
      return null
    })
  await context.decryptCache.get(id, 'a sealed text', async () => ({
    ...noDetails,
    qr: null,
    mismatch: null,
  }))
  await updateEntry(context, id, (entry) => ({ ...entry, createdAt: 1 }))
  await read()
  expect(decrypted).toBe(0)
  await updateEntry(context, id, fails)
  await read()
  expect(decrypted).toBe(0)
  await updateEntry(context, id, (entry) => ({
    ...entry,
    attempts: entry.attempts.map((attempt) => ({ ...attempt, paymentDetails: null })),
  }))
  await read()
  expect(decrypted).toBe(1)
})

test('a lost lease is an error of its own, and nothing is written', async () => {
  const { context, id, stored } = await openTransfer()
  const before = await stored()
  await expect(updateEntry(context, id, fails, { lease: 'a lease of before' })).rejects.toMatchObject({
    name: 'LeaseLostError',
    message: 'The lease was lost: another worker has taken over.',
    docs: 'docs/errors.md#leaselosterror',
  })
  expect(await stored()).toEqual(before)
})

describe('an order that another attempt has', () => {
  const taken = () => openTransfer(() => ({ save: async () => 'id-taken' as const }))

  test('is refused to an operator', async () => {
    const { context, id } = await taken()
    const act = { at: 0, operator: 'ann', address: null, action: 'reviewCheckout', ref: id }
    const audit = { ...act, detail: null, note: null }
    await expect(updateEntry(context, id, fails, { audit })).rejects.toMatchObject({
      code: 'not_resolvable',
      message: 'The order belongs to another attempt.',
    })
  })

  test('is an error where the entry itself does not have it', async () => {
    const { context, id } = await taken()
    await expect(updateEntry(context, id, fails)).rejects.toThrow(
      'An attempt of the entry has the externalId of another one.',
    )
    expect(await updateEntry(context, id, () => null)).toMatchObject({ id })
  })

  test('is left out in a write of its own, with the lease and the callbacks of the update', async () => {
    const writes: Write[] = []
    const { context, id } = await openTransfer(() => ({
      save: async (_, write) => (writes.push(write) === 1 ? 'id-taken' : 'saved'),
    }))
    const options = { lease: 'a lease', appliedCallbackIds: ['cb_1'] }
    await updateEntry(context, id, fails, options)
    expect(writes).toMatchObject([options, options])
  })
})

test('claims are counted as they are made and decided', async () => {
  const metrics: Metric[] = []
  const shop: Harness = createHarness({
    paypane: { onMetric: (metric) => metrics.push(metric) },
  })
  const { id } = await shop.createCheckout('1042', 'transfer')
  await shop.controlOrder(0, { do: 'fail' })
  await shop.drain()
  expect((await shop.post(`/checkouts/${id}/attempts/1/claim`, { note: 'sent' })).status).toBe(200)
  await shop.controlOrder(0, { do: 'correct' })
  await shop.advance(60, 5)
  expect(metrics.filter(({ type }) => type === 'claim')).toEqual([
    { type: 'claim', result: 'open' },
    { type: 'claim', result: 'accepted' },
  ])
})
