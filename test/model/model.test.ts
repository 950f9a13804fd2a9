import { expect, test } from 'vitest'
import { isFull } from '../support/full.ts'
import { applyLookup, newAttempt } from './attempt.ts'
import { check } from './check.ts'
import { endings, invariants } from './invariants.ts'
import { deepScopes, guards, scopes } from './scopes.ts'

const checked = isFull ? { ...scopes, ...deepScopes } : { 'a create': scopes['a create'] }

test.each(Object.entries(checked))('%s: the rules hold in every state', (_, scope) => {
  const { violation, states } = check(scope)
  expect([violation?.rule, ...(violation?.trace ?? [])].join('\n')).toBe('')
  expect(states).toBeGreaterThan(1000)
})

test.runIf(isFull)('without any one guard a rule breaks, and every rule breaks without one', async () => {
  const violations = guards.map(({ guard, brokenIn }) => ({
    guard,
    ...check(scopes[brokenIn], guard).violation,
  }))
  const texts = violations.map(({ guard, rule, trace = [] }) =>
    [`Without "${guard}":`, `${rule} breaks`, ...trace.map((step, index) => `${index + 1}. ${step}`)].join(
      '\n',
    ),
  )
  await expect(`${texts.join('\n\n')}\n`).toMatchFileSnapshot('without-guards.txt')
  const broken = new Set(violations.map(({ rule }) => rule))
  const names = [...Object.keys(invariants), ...endings.map(({ name }) => name)]
  expect(names.filter((name) => !broken.has(name))).toEqual([])
})

test('a failure that was called back waits no longer once a lookup finds the payment', () => {
  const called = { ...newAttempt('transfer'), state: 'placed', callback: 'failed' } as const
  const lookup = { do: 'lookup', a: 0, saw: 2, early: 'no', lease: 'none' } as const
  const found = applyLookup(called, lookup, false, { ...scopes['a payment'], without: null })
  expect(found).toMatchObject({ state: 'succeeded', paid: 2, callback: null })
})
