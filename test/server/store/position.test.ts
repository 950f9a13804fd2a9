import { expect, test } from 'vitest'
import { pageOf } from '../../../src/server/store/page.ts'
import { comparePositions, cursorOf, isCursor, positionAt } from '../../../src/server/store/position.ts'

const beforeAll = { at: -1, seq: 0, id: '' }

test('a cursor is read back as its position', () => {
  const position = { at: 1_767_225_600_000, seq: 12, id: 'evt_7-a' }
  expect(isCursor(cursorOf(position))).toBe(true)
  expect(positionAt(cursorOf(position))).toEqual(position)
  expect(positionAt(cursorOf({ at: 7, id: 'co_1' }))).toEqual({ at: 7, seq: 0, id: 'co_1' })
})

test.each(['', 'no cursor', 'x1.2.co_1', '1.2.co_1 ', '1.2.', '-1.2.co_1'])(
  'any other text is no cursor, and before all rows: %j',
  (text) => {
    expect(isCursor(text)).toBe(false)
    expect(positionAt(text)).toEqual(beforeAll)
    expect(comparePositions(positionAt(text), { at: 0, seq: 0, id: 'a' })).toBeLessThan(0)
  },
)

test('positions are ordered by time, then by sequence number, then by id', () => {
  const ordered = [
    { at: 1, seq: 9, id: 'z' },
    { at: 2, seq: 1, id: 'y' },
    { at: 2, seq: 2, id: 'a' },
    { at: 2, seq: 2, id: 'b' },
  ]
  for (const [left, one] of ordered.entries())
    for (const [right, other] of ordered.entries())
      expect(Math.sign(comparePositions(one, other))).toBe(Math.sign(left - right))
})

test('a page has a cursor only where more rows follow one that it shows', () => {
  const cursor = (row: string) => `after ${row}`
  expect(pageOf(['a', 'b', 'c'], 2, cursor)).toEqual({ page: ['a', 'b'], after: 'after b' })
  expect(pageOf(['a', 'b'], 2, cursor)).toEqual({ page: ['a', 'b'], after: null })
  expect(pageOf(['a'], 0, cursor)).toEqual({ page: [], after: null })
})
