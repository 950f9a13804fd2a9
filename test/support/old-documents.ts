import type { ActivityItem, Attempt, Entry } from '../../src/server/rules/model.ts'

const oldActs = new Map([
  ['recheck', 'ask'],
  ['discard', 'drop'],
])

/** A line of the log as version 0.1 wrote it; null: it had no such line. */
function oldLine(item: ActivityItem): string | null {
  switch (item.type) {
    case 'create_sent':
      return 'sent'
    case 'create_resent':
      return 'sent again'
    case 'create_placed':
      return `placed: ${item.status}`
    case 'create_placed_late':
      return 'placed, too late to be shown'
    case 'create_refused':
      return `refused: ${item.label ?? item.status}`
    case 'create_unknown':
      return `create unanswered: ${item.cause}`
    case 'lookup_found':
      return `asked: ${item.status}`
    case 'lookup_not_found':
      return 'asked: not found'
    case 'lookup_failed':
      return `asked: no answer (${item.cause})`
    case 'lookup_found_other':
      return 'asked: another order under this id'
    case 'callback_received':
      return `callback: ${item.status} ${item.amount}`
    case 'not_created':
      return 'no order was made'
    case 'body_unreadable':
      return 'its bytes cannot be opened'
    case 'review_opened':
      return `needs review: ${item.reason}`
    case 'operator_decided':
      return `operator: ${oldActs.get(item.act) ?? item.act}: ${item.note}`
    default:
      return null
  }
}

function oldAttempt(attempt: Attempt): object | null {
  const { n, externalTransactionId, method, profile, pipeline, amount, body, sentAt, state, review } = attempt
  const { externalId, status, reported, instructions, refusal, cardReported, history, historyComplete } =
    attempt
  const isNewer =
    attempt.setAsideAt !== null ||
    attempt.reportedSentAt !== null ||
    attempt.underpaid ||
    attempt.erasedAt !== null
  const story = attempt.activity.map((item) => ({
    at: item.at,
    last: item.lastAt,
    times: item.count,
    what: oldLine(item),
  }))
  if (isNewer || story.some(({ what }) => what === null)) return null
  const resolved = review?.resolved ?? null
  return {
    ...{ n, externalTransactionId, method, profile, pipeline, amount, body, sentAt },
    ...{ externalId, status, reported, instructions, refusal, cardReported, history, historyComplete, story },
    state: state === 'placed' ? 'open' : state === 'not_created' ? 'absent' : state,
    sends: attempt.sendCount,
    blind: attempt.instructionsLost,
    exists: attempt.knownToExist,
    clear: attempt.confirmedAbsent,
    misses: attempt.notFoundCount,
    silences: attempt.failedLookups,
    claim: attempt.unconfirmedCallback,
    settledAt: attempt.finalAt,
    askAt: attempt.nextLookupAt,
    review: review && {
      reason: review.reason,
      at: review.at,
      settled: resolved && { ...resolved, by: resolved.by === 'automatic' ? 'news' : resolved.by },
    },
  }
}

/** An entry's document as version 0.1 stored it; null where it has what that version did not have. */
export function oldDocument(entry: Entry): object | null {
  const { id, version, createdAt, updatedAt, amount, kind, lastEventSeq, erasedAt } = entry
  const attempts = entry.attempts.map(oldAttempt)
  if (erasedAt !== null || attempts.includes(null)) return null
  const common = { id, version, createdAt, updatedAt, amount, attempts, told: lastEventSeq, kind }
  if (entry.kind === 'payout') {
    const { reference, fingerprint, approvals } = entry
    return approvals.length > 0 ? null : { ...common, reference, fingerprint }
  }
  const { order, customer, methods, terms, expiresAt, expired, seenAt, reopenedAfter } = entry
  return reopenedAfter > 0 ? null : { ...common, order, customer, methods, terms, expiresAt, expired, seenAt }
}
