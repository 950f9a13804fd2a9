import { expect, test } from 'vitest'
import { createKnown } from '../../../src/server/sql/known.ts'
import { checkout } from './made.ts'

test('the entry that was read last is known, in its last version', () => {
  const known = createKnown()
  const entry = checkout()
  known.keep(entry)
  known.keep({ ...entry, version: 2 })
  expect(known.entry(entry.id)?.version).toBe(2)
  expect(known.entry('another')).toBeNull()
})

test('however many are read, a bounded number is known: the one read longest ago goes first', () => {
  const known = createKnown()
  const entries = Array.from({ length: 1001 }, () => known.keep(checkout()))
  expect(entries.filter(({ id }) => known.entry(id) === null)).toEqual([entries[0]])
})
