import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mayStart } from '../../../../src/server/rules/checkout/checkout.ts'
import { canReplaceLast, mayReplace, reopen } from '../../../../src/server/rules/checkout/replace.ts'
import { AttemptState } from '../../../../src/server/rules/model.ts'
import { attempt, checkout } from '../../store/fixtures.ts'
import { policy } from '../policy.ts'

const at = 50_000
const anyAttempt = fc.record({
  state: fc.constantFrom(...AttemptState.options),
  profile: fc.constantFrom('p2p' as const, 'form' as const, 'token' as const),
  confirmedAbsent: fc.boolean(),
  detailsLost: fc.boolean(),
  replacedAt: fc.constantFrom(null, 2000),
  foundAt: fc.constantFrom(null, at),
})
const charge = { state: 'placed', profile: 'token', method: 'saved-card' } as const

test('nothing starts, is replaced or reopened while a saved card is being charged', () => {
  fc.assert(
    fc.property(
      fc.array(anyAttempt, { maxLength: 3 }),
      fc.array(anyAttempt, { maxLength: 3 }),
      fc.constantFrom(null, 2000),
      fc.constantFrom(100_000, 40_000),
      (before, after, replacedAt, expiresAt) => {
        const fields = [...before, { ...charge, foundAt: at, replacedAt }, ...after]
        const attempts = fields.map((one, index) => attempt({ ...one, n: index + 1 }))
        const charged = checkout({ attempts, expiresAt })
        expect(reopen(charged, at, policy)).toBeNull()
        expect(canReplaceLast(charged, policy)).toBe(false)
        expect(mayReplace(charged, 0, at, policy)).toBe(false)
        expect(mayStart(charged, at)).toBe(false)
      },
    ),
  )
})
