import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { isStrongSecret } from '../../../../src/server/lib/crypto/secret-strength.ts'

/** Bytes that look random and are the same in every run. */
const bytesOf = (seed: number | string, length: number): Buffer =>
  createHash('sha256').update(String(seed)).digest().subarray(0, length)

test.each([
  ['hexadecimal, 128 bits', bytesOf('a', 16).toString('hex')],
  ['base64url, 128 bits', bytesOf('a', 16).toString('base64url')],
  ['base64url, letters only', 'JqsDZvSCYviOAZUHxFGeVQ'],
  ['base64url, letters and signs that may part words', 'J_sDZvSCYviOAZUH-FGeVQ'],
  ['a UUID', '5e0ef1a4-7c2b-4d93-9b16-c8f3a2d70e4b'],
  ['digits', '314159265358979323846264338327950288419'],
  ['printable characters', 'k}7!Qz$e9@Lm2#Vt&Xw4'],
  ['ten random words', 'gravel onion shrug lunar pelt voice amber quilt nomad trout'],
])('%s is strong', (_, secret) => {
  expect(isStrongSecret(secret)).toBe(true)
})

test.each([
  ['an empty text', ''],
  ['a digit', '1'],
  ['a word', 'administrator'],
  ['hexadecimal, 120 bits', bytesOf('a', 15).toString('hex')],
  ['digits', '31415926535897932384626433832795028841'],
  ['one character', 'a'.repeat(200)],
  ['a repeated pattern', 'abc'.repeat(50)],
  ['a placeholder, repeated', 'changeme-changeme-changeme-changeme'],
  ['a repeated secret', bytesOf('a', 8).toString('hex').repeat(4)],
  ['a count', '0123456789abcdefghijklmnopqrstuvwxyz'],
  ['a few words', 'correct-horse-battery-staple-horse'],
  ['a few words with capitals', 'Correct Horse Battery Staple Horse'],
  ['a few words in capitals', 'CORRECT_HORSE_BATTERY_STAPLE_HORSE'],
])('%s is weak', (_, secret) => {
  expect(isStrongSecret(secret)).toBe(false)
})

test.each(['hex', 'base64', 'base64url'] as const)('random bytes as %s are strong', (encoding) => {
  for (const length of [16, 24, 32]) {
    const secrets = Array.from({ length: 5000 }, (_, seed) => bytesOf(seed, length).toString(encoding))
    expect(secrets.filter((secret) => !isStrongSecret(secret))).toEqual([])
  }
})
