import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { isStrongSecret } from '../../../../src/server/lib/crypto/secret-strength.ts'

test.each([
  ['hexadecimal, 128 bits', randomBytes(16).toString('hex')],
  ['base64url, 128 bits', randomBytes(16).toString('base64url')],
  ['a UUID', crypto.randomUUID()],
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
  ['hexadecimal, 120 bits', randomBytes(15).toString('hex')],
  ['digits', '31415926535897932384626433832795028841'],
  ['one character', 'a'.repeat(200)],
  ['a repeated pattern', 'abc'.repeat(50)],
  ['a placeholder, repeated', 'changeme-changeme-changeme-changeme'],
  ['a repeated secret', randomBytes(8).toString('hex').repeat(4)],
  ['a count', '0123456789abcdefghijklmnopqrstuvwxyz'],
  ['a few words', 'correct-horse-battery-staple-horse'],
])('%s is weak', (_, secret) => {
  expect(isStrongSecret(secret)).toBe(false)
})
