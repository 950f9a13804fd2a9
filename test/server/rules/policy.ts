import type { Policy } from '../../../src/server/rules/policy.ts'

/** Round times, for readable tests. */
export const policy: Policy = {
  timeoutMs: 1000,
  createGraceMs: 1000,
  ttlMs: 99_000,
  reviewAfterMs: 60_000,
  watchMs: 3_600_000,
  maxAttempts: 20,
  allowReplace: true,
  maxExtensions: 10,
  claimAfterMs: 1_800_000,
  confirmFinal: true,
}
