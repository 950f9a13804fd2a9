import { beforeEach, expect, test } from 'vitest'
import type { ReportChange } from '../../../../src/server/rules/report.ts'
import { checkout } from '../fixtures.ts'
import { type MemoryDatabase, memoryDatabase } from './memory-database.ts'

let store: MemoryDatabase['store']
let execute: MemoryDatabase['execute']
let skipped: MemoryDatabase['skipped']
beforeEach(async () => {
  ;({ store, execute, skipped } = await memoryDatabase())
})

const change = (day: string, counts: ReportChange['counts']): ReportChange => ({
  key: { day, unit: 'attempt', pipeline: 'p2p', method: 'transfer', currency: 'UAH' },
  counts,
})
/** Each list is of one write. */
async function write(...writes: ReportChange[][]): Promise<void> {
  for (const report of writes) {
    const entry = checkout({ createdAt: Date.UTC(2020, 0, 1) })
    await store.insert(entry)
    await execute(`DELETE FROM report_changes WHERE doc LIKE '%2020-01-01%'`)
    await store.save(entry, { expectedVersion: 1, report })
  }
}
const countsOf = async (from: string, to = from): Promise<[day: string, counts: ReportChange['counts']][]> =>
  (await store.reportCounts({ from, to })).map(({ key, counts }) => [key.day, counts])
const rowsIn = async (table: string): Promise<unknown> => {
  const [row] = await execute(`SELECT COUNT(*) AS count FROM ${table}`)
  return row?.['count']
}

test('a report says the same before, while and after changes are added to their days', async () => {
  await write([change('2026-01-30', { count: 1 }), change('2026-01-31', { count: 1, paid: 1 })])
  await write([change('2026-01-31', { count: 1 })], [change('2026-02-01', { count: 1 })])
  const expected = [['2026-01-31', { count: 2, paid: 1 }]]
  expect(await countsOf('2026-01-31')).toEqual(expected)
  for (const left of [2, 1, 0]) {
    expect(await store.foldReport(1)).toBe(1)
    expect(await rowsIn('report_changes')).toBe(left)
    expect(await countsOf('2026-01-31')).toEqual(expected)
  }
  expect(await store.foldReport(1)).toBe(0)
  expect(await countsOf('2026-01-30', '2026-02-01')).toEqual([
    ['2026-01-30', { count: 1 }],
    ...expected,
    ['2026-02-01', { count: 1 }],
  ])
})

test('a counter that has come back to nothing is not kept', async () => {
  await write([change('2026-01-31', { count: 1, paid: 1 })], [change('2026-01-31', { paid: -1 })])
  await store.foldReport(1)
  await store.foldReport(1)
  expect(await countsOf('2026-01-31')).toEqual([['2026-01-31', { count: 1 }]])
})

test('a write that changes no counters leaves nothing to add up', async () => {
  await write([])
  const entry = checkout()
  await store.insert(entry)
  await store.foldReport(9)
  await store.save(entry, { expectedVersion: 1 })
  expect(await rowsIn('report_changes')).toBe(0)
})

test.each([
  ['no JSON', '['],
  ['no list', '{}'],
  ['no counts', '[{"key":{"day":"2026-01-31","unit":"order","pipeline":"","method":"","currency":"UAH"}}]'],
  ...['null', '7', '{"count":0.5}', '{"count":1,"paid":"1"}'].map((counts): [string, string] => [
    `the counts ${counts}`,
    JSON.stringify([{ ...change('2026-01-31', {}), counts: 'COUNTS' }]).replace('"COUNTS"', counts),
  ]),
])('a change with %s is kept aside once, and neither read nor in the way of others', async (_, doc) => {
  await write([change('2026-01-31', { count: 1 })])
  await execute(`INSERT INTO report_changes VALUES ('rc_0', '${doc}')`)
  expect(await countsOf('2026-01-31')).toEqual([['2026-01-31', { count: 1 }]])
  expect(await store.foldReport(9)).toBe(2)
  expect(skipped).toEqual([{ table: 'report_changes', id: 'unreadable_rc_0' }])
  expect(await execute('SELECT id, doc FROM report_changes')).toEqual([{ id: 'unreadable_rc_0', doc }])
  expect(await countsOf('2026-01-31')).toEqual([['2026-01-31', { count: 1 }]])
  expect(await store.foldReport(9)).toBe(0)
  expect(skipped).toHaveLength(1)
})

test('to a day that cannot be read nothing is added, and nothing of it is lost', async () => {
  await write([change('2026-01-30', { count: 1 }), change('2026-01-31', { count: 1 })])
  await store.foldReport(9)
  await execute(`UPDATE report_days SET doc = '[' || doc WHERE day = '2026-01-30'`)
  await write([change('2026-01-30', { count: 2 }), change('2026-01-31', { count: 2 })])
  expect(await store.foldReport(9)).toBe(1)
  expect(skipped).toEqual([{ table: 'report_days', id: '2026-01-30' }])
  expect(await countsOf('2026-01-31')).toEqual([['2026-01-31', { count: 3 }]])
  expect(await store.foldReport(9)).toBe(0)

  // Once the day is repaired, a report has all of it.
  await execute(`UPDATE report_days SET doc = substr(doc, 2) WHERE day = '2026-01-30'`)
  expect(await countsOf('2026-01-30')).toEqual([['2026-01-30', { count: 3 }]])
  expect(await execute('SELECT id FROM report_changes')).toEqual([
    { id: expect.stringMatching(/^unreadable_rc_/) },
  ])
})

test('there is no reconciliation until one is recorded', async () => {
  expect(await store.lastReconciliation()).toBeNull()
  await execute(`INSERT INTO reconciliations VALUES ('last', '{}')`)
  await expect(store.lastReconciliation()).rejects.toThrow('The row last of "reconciliations" cannot be read')
})
