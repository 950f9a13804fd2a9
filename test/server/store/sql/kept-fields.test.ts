import { expect, test } from 'vitest'
import { attempt, checkout } from '../fixtures.ts'
import { memoryDatabase } from './memory-database.ts'

test('fields that a newer process has stored in an entry are read and survive a write', async () => {
  const { store, execute } = await memoryDatabase()
  const stored = checkout({ attempts: [attempt({ n: 1 }), attempt({ n: 2 })] })
  await store.insert(stored)
  const newer = JSON.stringify({
    ...stored,
    later: { list: [1, null, { deep: true }] },
    empty: null,
    amount: { ...stored.amount, scale: 2 },
    attempts: stored.attempts.map((one) => (one.n === 2 ? { ...one, later: 'of the second' } : one)),
  })
  await execute(`UPDATE entries SET doc = '${newer}'`)

  const read = await store.entry(stored.id)
  if (read === null) throw new Error('The entry is not found.')
  expect(await store.save({ ...read, updatedAt: 2000 }, { expectedVersion: 1 })).toBe('saved')
  const [row] = await execute('SELECT doc FROM entries')
  const written = JSON.parse(String(row?.['doc']))
  expect(written).toMatchObject({
    updatedAt: 2000,
    later: { list: [1, null, { deep: true }] },
    empty: null,
    amount: { ...stored.amount, scale: 2 },
  })
  expect(written.attempts.map(({ later }: { later?: string }) => later)).toEqual([undefined, 'of the second'])
})

test('a field that a newer process has named like the prototype of objects is kept as a field', async () => {
  const { store, execute } = await memoryDatabase()
  const stored = checkout()
  await store.insert(stored)
  await execute(`UPDATE entries SET doc = replace(doc, '{"kind":', '{"__proto__":{"expired":false},"kind":')`)
  const read = await store.entry(stored.id)
  if (read === null) throw new Error('The entry is not found.')
  expect(Object.getPrototypeOf(read)).toBe(Object.prototype)
  expect(JSON.stringify(read)).toContain('"__proto__":{"expired":false}')
})
