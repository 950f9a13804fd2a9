import type { AttemptUpdate } from '../../../../src/server/rules/attempt/attempt.ts'
import type { Attempt } from '../../../../src/server/rules/model.ts'
import { attempt } from '../../store/fixtures.ts'

/** The amount of `open`. */
export const requested = '1250.00'

/** An attempt whose order the service has. */
export const open = (overrides: Partial<Attempt> = {}): Attempt => attempt({ externalId: 'X1', ...overrides })

/** What the service says of that order. */
export const found = (
  status: string,
  amount: string | null,
  currency: string | null = 'UAH',
): AttemptUpdate => ({
  type: 'lookup_found',
  order: { externalId: 'X1', status, amount, currency, history: [], externalParams: null },
})
export const called = (status: string, amount: string): AttemptUpdate => ({
  type: 'callback_received',
  externalId: 'X1',
  status,
  amount,
})
export const unanswered: AttemptUpdate = { type: 'lookup_failed', cause: 'timeout' }
