import { beforeEach, describe, expect, test } from 'vitest'
import type { Claim } from '../../../../src/server/rules/model.ts'
import { parsed, readable, UnreadableRowError } from '../../../../src/server/store/sql/statement.ts'
import type { UnreadableRow } from '../../../../src/server/store/store.ts'
import { attempt, callback, card, checkout, event, payout, reported } from '../fixtures.ts'
import { type MemoryDatabase, memoryDatabase } from './memory-database.ts'

const minute = 60_000
const hour = 60 * minute

let store: MemoryDatabase['store']
let execute: MemoryDatabase['execute']
let skipped: MemoryDatabase['skipped']
beforeEach(async () => {
  ;({ store, execute, skipped } = await memoryDatabase())
})

const damage = (table: string, where: string) => execute(`UPDATE ${table} SET doc = '{' WHERE ${where}`)
const due = (id: string) => checkout({ id, attempts: [attempt({ nextLookupAt: 10 })] })

test('the error names the row, its table and the page about it, and nothing that the row says', async () => {
  await store.insert(checkout({ id: 'co_1' }))
  await execute(`UPDATE entries SET doc = '"a secret"'`)
  const error: unknown = await store.entry('co_1').catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(UnreadableRowError)
  expect(error).toMatchObject({
    name: 'UnreadableRowError',
    message:
      'The row co_1 of "entries" cannot be read: it is damaged, or a newer version of Paypane has written it.',
    docs: 'docs/errors.md#unreadablerowerror',
  })
  expect(error).not.toHaveProperty('cause')
})

test('only a row that cannot be read is skipped: any other error stops the work', () => {
  const broken = (): never => {
    throw new TypeError('a mistake in the code')
  }
  expect(() => readable(broken, { id: '1' })).toThrow('a mistake in the code')
  expect(readable(parsed('cards', broken), { id: '1' })).toEqual([])
})

test('after unsubscribing no row is reported', async () => {
  const reported: UnreadableRow[] = []
  const unsubscribe = store.onUnreadable((row) => reported.push(row))
  unsubscribe()
  await store.insert(due('co_1'))
  await damage('entries', `id = 'co_1'`)
  await store.claim({ now: 20, until: 1000, lease: 'l', limit: 9 })
  expect(reported).toEqual([])
  expect(skipped).toHaveLength(1)
})

describe('an entry', () => {
  test('is put aside for a review where it is due, and its work is done by nobody until later', async () => {
    await store.insert(due('co_1'))
    await store.insert(due('co_2'))
    await damage('entries', `id = 'co_1'`)
    const claim = (now: number) => store.claim({ now, until: now + minute, lease: `of ${now}`, limit: 9 })

    const claimed = await claim(5000)
    expect(claimed.map(({ id }) => id)).toEqual(['co_2'])
    expect(skipped).toEqual([{ table: 'entries', id: 'co_1' }])
    expect(await store.stats()).toMatchObject({ needsReview: 1 })
    // It has not changed for four seconds.
    expect(await store.nextDue()).toBe(9000)
    expect(await claim(8999)).toEqual([])
    expect(skipped).toHaveLength(1)
    expect(await claim(9000)).toEqual([])
    expect(skipped).toHaveLength(2)
  })

  test('is named in the lists, and hides no other', async () => {
    for (const id of ['co_1', 'co_2', 'co_3']) await store.insert(checkout({ id }))
    await damage('entries', `id = 'co_2'`)
    const list = await store.list({ kind: 'checkout', limit: 9 })
    expect(list.entries.map(({ id }) => id)).toEqual(['co_3', 'co_1'])
    expect(list.unreadable).toEqual(['co_2'])
    expect(list.truncated).toBe(false)
  })

  test('with the document of another kind is taken for none of its own', async () => {
    await store.insert(checkout({ id: 'co_1', order: '1042' }))
    await execute(`UPDATE entries SET doc = '${JSON.stringify(payout({ id: 'co_1' }))}'`)
    expect(await store.entryByRef('checkout', '1042')).toBeNull()
    expect((await store.list({ kind: 'checkout', limit: 9 })).entries).toEqual([])
  })

  test('does not end the search for what an older key has sealed', async () => {
    const ids = ['co_1', 'co_2', 'co_3', 'co_4', 'co_5', 'co_6']
    for (const id of ids) await store.insert(checkout({ id, terms: 'sealed by an older key' }))
    await damage('entries', `id IN ('co_1', 'co_2', 'co_4')`)
    const found = async (after: string, limit: number): Promise<string[]> =>
      (await store.entriesNotSealedBy('the newest', after, limit)).map(({ id }) => id)
    expect(await found('', 2)).toEqual(['co_3', 'co_5'])
    expect(await found('', 1)).toEqual(['co_3'])
    expect(await found('co_3', 5)).toEqual(['co_5', 'co_6'])
    expect(await found('co_6', 5)).toEqual([])
  })

  test('is kept for a review where it would be erased, and takes the place of no other', async () => {
    for (const id of ['co_1', 'co_2']) await store.insert(checkout({ id, customer: 'anna' }))
    await damage('entries', `id = 'co_1'`)
    const erase = () => store.eraseOld({ before: 5000, now: 6000, limit: 1 })
    expect(await erase()).toBe(0)
    expect(skipped).toEqual([{ table: 'entries', id: 'co_1' }])
    expect(await erase()).toBe(1)
    expect(await store.entry('co_2')).toMatchObject({ erasedAt: 6000 })
    expect(skipped).toHaveLength(1)
    expect(await store.stats()).toMatchObject({ needsReview: 1 })
  })
})

describe('an event', () => {
  const claim = async (now: number): Promise<string[]> =>
    (await store.claimEvents({ now, until: now + 1, limit: 9 })).map(({ event: { id } }) => id)
  const storeEvents = async (): Promise<void> => {
    const entry = checkout({ id: 'co_1' })
    await store.insert(entry)
    const events = [1, 2].map((seq) => event('co_1', seq, { id: `evt_${seq}`, at: 1000 }))
    await store.save(entry, { expectedVersion: 1, events })
    await damage('events', `id = 'evt_1'`)
  }

  test('holds up the later ones of its entry for an hour and no longer', async () => {
    await storeEvents()
    expect(await claim(1000 + hour - 1)).toEqual([])
    expect(skipped).toEqual([{ table: 'events', id: 'evt_1' }])
    // Not due again for ten minutes.
    expect(await claim(1000 + hour)).toEqual([])
    expect(skipped).toHaveLength(1)
    expect(await store.nextDue()).toBe(1000 + hour - 1 + 10 * minute)

    expect(await claim(1000 + hour - 1 + 10 * minute)).toEqual([])
    expect(skipped).toHaveLength(2)
    expect(await claim(1000 + hour + 10 * minute)).toEqual(['evt_2'])
  })

  test('an hour old holds up no other from the first time on', async () => {
    await storeEvents()
    expect(await claim(1000 + hour)).toEqual([])
    expect(await claim(1000 + hour)).toEqual(['evt_2'])
    expect(skipped).toEqual([{ table: 'events', id: 'evt_1' }])
  })

  test('is delivered in its order once it can be read', async () => {
    await storeEvents()
    const [row] = await execute(`SELECT doc FROM events WHERE id = 'evt_2'`)
    expect(await claim(5000)).toEqual([])
    await execute(`UPDATE events SET doc = replace('${row?.['doc']}', 'evt_2', 'evt_1') WHERE id = 'evt_1'`)
    expect(await claim(9000)).toEqual(['evt_1'])
  })

  test('is in no list, and hides no other', async () => {
    await storeEvents()
    expect((await store.eventsOf('co_1')).map((each) => each.event.id)).toEqual(['evt_2'])
    const { events } = await store.listEvents({ limit: 9 })
    expect(events.map((each) => each.event.id)).toEqual(['evt_2'])
    expect(await store.resendEvent('evt_1', 2000)).toBeNull()
  })

  test('counts as one that waits and has failed', async () => {
    await storeEvents()
    await claim(5000)
    expect(await store.stats()).toMatchObject({ eventsWaiting: 2 })
    const [row] = await execute(`SELECT error FROM events WHERE id = 'evt_1'`)
    expect(row?.['error']).toContain('It cannot be read')
  })
})

describe('a callback', () => {
  test('is put aside where it is ready, and others are applied', async () => {
    await store.insert(checkout({ attempts: [attempt({ externalId: 'e-1' })] }))
    for (const status of ['Created', 'Success'])
      await store.saveCallback(callback({ externalId: 'e-1', status }), 1000)
    await execute(`UPDATE callbacks SET pipelines = '[' WHERE status = 'Created'`)
    const [{ id } = {}] = await execute(`SELECT id FROM callbacks WHERE status = 'Created'`)
    const ready = async (now: number): Promise<string[]> =>
      (await store.readyCallbacks({ now, limit: 9 })).map(({ status }) => status)

    expect(await ready(4000)).toEqual(['Success'])
    expect(skipped).toEqual([{ table: 'callbacks', id }])
    // It was received three seconds before.
    expect(await ready(6999)).toEqual(['Success'])
    expect(skipped).toHaveLength(1)
    await execute(`UPDATE callbacks SET pipelines = '[]' WHERE status = 'Created'`)
    expect(await ready(7000)).toEqual(['Created', 'Success'])
  })

  test('hides no other that matches no order', async () => {
    for (const externalId of ['e-1', 'e-2']) await store.saveCallback(callback({ externalId }), 1000)
    await execute(`UPDATE callbacks SET pipelines = '[' WHERE external_id = 'e-1'`)
    const { callbacks } = await store.unmatchedCallbacks({ limit: 9 })
    expect(callbacks.map(({ externalId }) => externalId)).toEqual(['e-2'])
    const [{ id } = {}] = await execute(`SELECT id FROM callbacks WHERE external_id = 'e-1'`)
    await expect(store.acknowledgeCallback(String(id), 'seen', 2000)).rejects.toThrow(
      `The row ${id} of "callbacks" cannot be read`,
    )
  })
})

test('a claim, a card or a receipt is named by the error of who asks for it alone', async () => {
  const claim: Claim = { number: 'c-1', at: 1, content: null, receipts: [], resolved: null }
  const entry = checkout({ id: 'co_1', attempts: [attempt({ claims: [claim] })] })
  await store.insert(entry)
  await store.save(entry, { expectedVersion: 1, reportedCard: reported(card('anna', { id: 'card_1' })) })
  const receipt = { id: 'r-1', type: 'image/png', size: 1, entryId: 'co_1', attempt: 1 } as const
  await store.saveReceipt({ ...receipt, createdAt: 1, sealed: 'sealed' }, 9)
  await execute(`UPDATE claims SET at = 'then'`)
  await execute(`UPDATE cards SET created_at = 'then'`)
  await execute(`UPDATE receipts SET created_at = 'then'`)
  await expect(store.claimByNumber('c-1')).rejects.toThrow('The row c-1 of "claims" cannot be read')
  await expect(store.receipt('co_1', 1, 'r-1')).rejects.toThrow('The row r-1 of "receipts" cannot be read')
  expect(await store.cardsOf('anna')).toEqual([])
})

test('the reserved amount of a day is named by its day and currency', async () => {
  const reservation = { day: '2026-01-31', currency: 'UAH', amount: '10', limit: '100' }
  await store.insertPayout(payout(), { reservation })
  await execute(`UPDATE payout_days SET reserved = 'much'`)
  await expect(store.insertPayout(payout(), { reservation })).rejects.toThrow(
    'The row 2026-01-31 UAH of "payout_days" cannot be read',
  )
})
