import { logActivity } from '../activity.ts'
import type { Attempt, Entry } from '../model.ts'
import type { Moment, Policy } from '../policy.ts'
import { nextLookupTime } from './lookup-schedule.ts'

/** The fields of a new attempt. `body` is sealed. */
export type NewAttemptFields = Pick<
  Attempt,
  'n' | 'externalTransactionId' | 'method' | 'profile' | 'pipeline' | 'customer' | 'amount' | 'tolerance'
> & { body: string }

/** Rule 1: the attempt as it is stored before its request is sent. */
export function newAttempt(fields: NewAttemptFields, entry: Entry, moment: Moment, policy: Policy): Attempt {
  const attempt: Attempt = {
    ...fields,
    state: 'sending',
    sendCount: 1,
    sentAt: moment.at,
    firstSentAt: moment.at,
    externalId: null,
    foreignId: null,
    status: null,
    reported: null,
    underpaid: false,
    otherCurrency: null,
    paymentDetails: null,
    payTo: null,
    detailsLost: false,
    codeMismatch: null,
    knownToExist: false,
    refusal: null,
    confirmedAbsent: false,
    notFoundCount: 0,
    failedLookups: 0,
    unansweredSince: null,
    doubtedAt: null,
    card: null,
    cardReported: false,
    unconfirmedCallback: null,
    history: [],
    historyComplete: false,
    finalAt: null,
    foundAt: null,
    reportedSentAt: null,
    claims: [],
    replacedAt: null,
    erasedAt: null,
    nextLookupAt: null,
    review: null,
    activity: [],
  }
  const logged = logActivity(attempt, moment.at, { type: 'create_sent' })
  return { ...logged, nextLookupAt: nextLookupTime(logged, 'attempt_started', entry, moment, policy) }
}
