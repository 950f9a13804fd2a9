import { expect, test } from 'vitest'
import { uuidOf } from '../../../src/server/lib/ids.ts'

test('the id of a digest is a UUID of its first bytes', () => {
  const digest = btoa(String.fromCharCode(...Array.from({ length: 32 }, (_, at) => (at * 7) % 256)))
  expect(uuidOf(digest)).toBe('00070e15-1c23-8a31-a83f-464d545b6269')
})
