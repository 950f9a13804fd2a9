import { expect, test } from 'vitest'
import { maySend } from '../../../src/server/rules/policy.ts'
import { policy } from './policy.ts'

test.each([
  [5000, 5000, true],
  [5000, 8000, true],
  [5000, 8001, false],
])('with a grace time of three seconds, what was stored at %i may leave at %i: %s', (sentAt, at, may) => {
  expect(maySend(sentAt, at, { ...policy, createGraceMs: 3000 })).toBe(may)
})

test('without a grace time it may leave within a second', () => {
  const none = { ...policy, createGraceMs: 0 }
  expect([maySend(5000, 6000, none), maySend(5000, 6001, none)]).toEqual([true, false])
})
