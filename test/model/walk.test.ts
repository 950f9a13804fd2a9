import { expect, test } from 'vitest'
import { isFull } from '../support/full.ts'
import type { Scope } from './scopes.ts'
import { walk } from './walk.ts'

const one: Scope = {
  ...{ attempts: 1, kinds: ['transfer'], processes: 1, sends: 2, news: 2, absent: [] },
  ...{ asked: 2000, enough: 2000, amounts: [2000, 1000], refunds: 0, refundAmounts: [1000, 2000] },
}

const maxStates = isFull ? 2000 : 150

test.each<[what: string, scope: Scope]>([
  ['a transfer that is sent twice', one],
  ['a form', { ...one, kinds: ['form'], sends: 1 }],
  ['a saved card', { ...one, kinds: ['card'], sends: 1 }],
  ['a payout', { ...one, kinds: ['payout'] }],
  ['less than asked is enough', { ...one, sends: 1, asked: 3000, amounts: [3000, 2000, 1000] }],
  ['a refund', { ...one, sends: 1, refunds: 1 }],
  ['two attempts', { ...one, attempts: 2, kinds: ['transfer', 'card'], sends: 1 }],
])('%s: the rules of the code do what the model does', (_, scope) => {
  const { states, difference } = walk(scope, maxStates)
  expect((difference ?? []).join('\n')).toBe('')
  expect(states).toBe(maxStates)
})
