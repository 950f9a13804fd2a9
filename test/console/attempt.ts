import type { AttemptDetail } from '../../src/contract/index.ts'

/** An attempt of unknown outcome, which waits for a decision. */
export const attempt: AttemptDetail = {
  attempt: 1,
  state: 'unknown',
  absent: false,
  method: 'transfer',
  pipeline: 'p2p',
  externalTransactionId: 'tx-1',
  externalId: null,
  status: null,
  requested: { value: '1.00', currency: 'UAH' },
  reported: null,
  underpaid: false,
  reportedSentAt: null,
  card: null,
  payTo: null,
  reason: null,
  refusal: null,
  nextLookup: null,
  review: { attempt: 1, reason: 'unresolved', since: '2026-01-01T00:00:00.000Z', resolved: null },
  activity: [],
  timeline: [],
}
