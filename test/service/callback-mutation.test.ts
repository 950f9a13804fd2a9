import { expect, test } from 'vitest'
import { verifyCallback } from '../../src/service/callback.ts'
import { callbackSignature } from '../../src/service/signature.ts'
import { isFull } from '../support/full.ts'

const privateKey = 'private-key'
const signed = { externalId: 'E-1042', status: 'Success', amount: '100.00', orderType: 'Deposit' }
const body = `{"externalId": "E-1042", "status": "Success", "amount": 100.00, "currency": "UAH", "orderType": "Deposit",
  "externalParams": {"cardToken": null, "cardNumber": "411111******1111", "cardHolder": "Іван"},
  "orderHistory": [{"Time": "2026-03-01T10:00:00", "Action": null, "NewCode": "5.1.3.00"}]}`

/** Numbers that look random and are the same in every run (mulberry32). */
function randomness(seed: number) {
  let state = seed
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

const pieces = [
  ...[
    '"',
    '\\',
    '{',
    '}',
    '[',
    ']',
    ':',
    ',',
    ';',
    '0',
    '1',
    '.',
    'e9',
    '-',
    ' ',
    '\n',
    '\0',
    '\uFEFF',
    '\ud800',
  ],
  ...[
    'null',
    'true',
    '100',
    '100.0',
    '1e2',
    '"100.00"',
    '"Failed"',
    '"Success"',
    '\\u0030',
    '\\u003b',
    '{}',
    '[[[[',
  ],
  ...[
    '"status":',
    '"status": "Failed",',
    '"amount": 1,',
    '"externalId": "E-1",',
    '"__proto__": {"status": "Failed"},',
  ],
]

type Mutate = (text: string, random: (below: number) => number) => string

const mutations: Mutate[] = [
  (text, random) => {
    const at = random(text.length)
    return text.slice(0, at) + text.slice(at + 1 + random(8))
  },
  (text, random) => {
    const at = random(text.length + 1)
    return text.slice(0, at) + (pieces[random(pieces.length)] ?? '') + text.slice(at)
  },
  (text, random) => {
    const at = random(text.length)
    return text.slice(0, at) + (pieces[random(pieces.length)] ?? '') + text.slice(at + 1)
  },
  (text, random) => {
    const at = random(text.length)
    return text.slice(0, at) + String.fromCharCode(random(0x250)) + text.slice(at + 1)
  },
  (text, random) => {
    const [from, to] = [random(text.length), random(text.length)]
    return text.slice(0, to) + text.slice(from, from + random(60)) + text.slice(to)
  },
  (text, random) => {
    const [left, right] = [random(text.length), random(text.length)].toSorted((a, b) => a - b)
    return text.slice(0, left) + text.slice(right) + text.slice(left, right)
  },
]

test('mutated bodies: InvalidCallbackError, or accepted with unchanged signed values', async () => {
  const signature = callbackSignature(signed, privateKey)
  const random = randomness(20_260_301)
  const encoder = new TextEncoder()
  const seen = { accepted: 0, malformed: 0, signature: 0 }

  for (let run = 0; run < (isFull ? 100_000 : 20_000); run += 1) {
    let mutated = body
    for (let times = random(3); times >= 0; times -= 1) {
      mutated = mutations[random(mutations.length)]?.(mutated, random) ?? mutated
    }
    const bytes = encoder.encode(mutated)
    if (run % 4 === 0) bytes[random(bytes.length)] = random(256)
    try {
      const { externalId, status, amount, orderType } = await verifyCallback(bytes, signature, privateKey)
      if (JSON.stringify({ externalId, status, amount, orderType }) !== JSON.stringify(signed)) {
        throw new Error(`accepted with a changed signed value: ${mutated}`)
      }
      seen.accepted += 1
    } catch (error) {
      if (!(error instanceof Error && 'reason' in error)) throw error
      if (error.name !== 'InvalidCallbackError') throw error
      seen[error.reason === 'signature' ? 'signature' : 'malformed'] += 1
    }
  }

  // The run means something only where each of the three happened many times.
  expect(Math.min(seen.accepted, seen.malformed, seen.signature)).toBeGreaterThan(200)
})
