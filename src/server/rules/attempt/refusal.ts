import type { Refusal } from '../../../contract/admin.ts'
import type { Attempt } from '../model.ts'

/** What the service answered when it refused; null if it did not. */
export const refusalOf = ({ refusal }: Pick<Attempt, 'refusal'>): Refusal | null =>
  refusal && { ...refusal, field: refusal.field ?? null, message: refusal.message ?? null }
