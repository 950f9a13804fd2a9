import type { OutcomeUnknownKind } from './errors.ts'

/** A status by which the service says no for certain: 4xx below 499, save the timeout 408. */
export const isRefusalStatus = (status: number): boolean => status >= 400 && status < 499 && status !== 408

/** Why an answer that is neither 200 nor a refusal is no answer. */
export function unknownKindOf(status: number): OutcomeUnknownKind {
  if (status === 408) return 'timeout'
  return status >= 499 ? 'server' : 'other'
}
