import { note } from './attempt.ts'
import type { Attempt, Entry } from './model.ts'
import { nextAsk } from './pace.ts'
import type { Moment, Policy } from './policy.ts'

/** What an attempt is from its first moment on; `body` is sealed. */
export type Beginning = Pick<
  Attempt,
  'n' | 'externalTransactionId' | 'method' | 'profile' | 'pipeline' | 'amount'
> & { body: string }

/** Rule 1: the attempt as it is written down before its request leaves. */
export function writtenAhead(beginning: Beginning, entry: Entry, moment: Moment, policy: Policy): Attempt {
  const attempt: Attempt = {
    ...beginning,
    state: 'sending',
    sends: 1,
    sentAt: moment.at,
    externalId: null,
    status: null,
    reported: null,
    instructions: null,
    blind: false,
    exists: false,
    refusal: null,
    clear: false,
    misses: 0,
    silences: 0,
    cardReported: false,
    claim: null,
    history: [],
    historyComplete: false,
    settledAt: null,
    askAt: null,
    review: null,
    story: [],
  }
  const told = note(attempt, moment.at, 'sent')
  return { ...told, askAt: nextAsk(told, 'started', entry, moment, policy) }
}
