import type { AttemptUpdate } from '../../../src/server/rules/attempt/attempt.ts'
import type { Attempt, Checkout } from '../../../src/server/rules/model.ts'
import { attempt, checkout } from '../store/fixtures.ts'

/** Before the end of the time to pay of a checkout of `of`. */
export const inTime = 2000
/** After it. */
export const late = 100_000
export const nowAt = (at: number) => ({ at, jitter: 0.5 })
export const of = (...attempts: Partial<Attempt>[]): Checkout =>
  checkout({ attempts: attempts.map((overrides, index) => attempt({ n: index + 1, ...overrides })) })
export const found = (status: string, amount: string | null = null): AttemptUpdate => ({
  type: 'lookup_found',
  order: { externalId: 'e-2', status, amount, currency: null, history: [], externalParams: null },
})
