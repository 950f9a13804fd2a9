import { expect, test } from 'vitest'
import { isFull } from '../support/full.ts'
import { check } from './check.ts'
import { endings, invariants } from './invariants.ts'
import { deepScopes, type ScopeName, scopes } from './scopes.ts'
import { type Guard, guards } from './state.ts'

/** The scope in which the rules break without a guard. */
const brokenIn: Record<Guard, ScopeName> = {
  'an attempt is stored before it is sent': 'a create',
  'a send that was delayed too long does not leave': 'a create',
  'a lookup counts only once no create is in flight': 'a create',
  'a write needs the lease': 'a create by two processes',
  'a refusal is looked up': 'a create',
  'an attempt without an order is discarded only after two lookups': 'a create',
  'no attempt follows one that is undecided': 'two attempts',
  'a replaced attempt shows nothing to pay by': 'two attempts',
  'a replaced attempt is watched': 'a payment',
  'an expired attempt is watched': 'a payment',
  'a failed transfer is watched': 'a payment',
  'success is final': 'a payment',
  'a callback needs a valid signature': 'a create',
  'a callback is confirmed by a lookup': 'a payment',
  'a callback that is accepted without a lookup opens a review': 'a payment',
  'less than asked is not paid': 'a payment',
  'the amount is the one that the service names': 'a payment',
  'a second payment opens a review': 'two attempts',
  'a payment is announced once': 'two attempts',
  'what is undecided at its deadline opens a review': 'a create',
  'a refund is checked in the write that reserves it': 'two refunds',
}

const checked = isFull ? { ...scopes, ...deepScopes } : { 'a create': scopes['a create'] }

test.each(Object.entries(checked))('%s: the rules hold in every state', (_, scope) => {
  const { violation, states } = check(scope)
  expect([violation?.rule, ...(violation?.trace ?? [])].join('\n')).toBe('')
  expect(states).toBeGreaterThan(1000)
})

test.runIf(isFull)('without any one guard a rule breaks, and every rule breaks without one', async () => {
  const violations = guards.map((guard) => ({ guard, ...check(scopes[brokenIn[guard]], guard).violation }))
  const texts = violations.map(({ guard, rule, trace = [] }) =>
    [`Without "${guard}":`, `${rule} breaks`, ...trace.map((step, index) => `${index + 1}. ${step}`)].join(
      '\n',
    ),
  )
  await expect(`${texts.join('\n\n')}\n`).toMatchFileSnapshot('without-guards.txt')
  const broken = new Set(violations.map(({ rule }) => rule))
  expect([...invariants, ...endings].filter(({ name }) => !broken.has(name))).toEqual([])
})
