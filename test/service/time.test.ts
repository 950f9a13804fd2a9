import { expect, test } from 'vitest'
import { utcTime } from '../../src/service/wire-schemas.ts'

test.each([
  ['with Z', '2026-03-01T10:00:00Z', '2026-03-01T10:00:00.000Z'],
  ['without an offset: UTC', '2026-03-01T10:00:00', '2026-03-01T10:00:00.000Z'],
  ['with seven digits of a second', '2026-03-01T10:00:00.1234567', '2026-03-01T10:00:00.123Z'],
  ['with one digit of a second', '2026-03-01T10:00:00.5Z', '2026-03-01T10:00:00.500Z'],
  ['with an offset', '2026-03-01T01:30:00+03:00', '2026-02-28T22:30:00.000Z'],
  ['with an offset without a colon', '2026-03-01T10:00:00-0230', '2026-03-01T12:30:00.000Z'],
  ['with an offset in hours', '2026-03-01T10:00:00+02', '2026-03-01T08:00:00.000Z'],
  ['with a space for the T', '2026-03-01 10:00:00', '2026-03-01T10:00:00.000Z'],
  ['with z', '2026-03-01T10:00:00z', '2026-03-01T10:00:00.000Z'],
  ['with t', '2026-03-01t10:00:00', '2026-03-01T10:00:00.000Z'],
  ['with a decimal comma', '2026-03-01T10:00:00,25', '2026-03-01T10:00:00.250Z'],
  ['with spaces around and inside', ' 2026-03-01 10:00:00  +02:00\n', '2026-03-01T08:00:00.000Z'],
  ['without seconds', '2026-03-01T10:00', '2026-03-01T10:00:00.000Z'],
])('a time %s is parsed as UTC', (_, text, utc) => {
  expect(utcTime(text)).toBe(utc)
})

test.each([
  '',
  'yesterday',
  '2026-03-01',
  '0001-01-01T00:00:00',
  '2026-13-01T10:00:00',
  '2026-03-01T25:00:00Z',
  '1772359200',
  '10:00:00',
  'x2026-03-01T10:00:00Z',
  '2026-03-01T10:00:00Zx',
  '2026-03-01T10:00:00.Z',
  '2026-03-01T10:00:00.12x',
])('"%s" is not a time', (text) => {
  expect(utcTime(text)).toBeNull()
})
