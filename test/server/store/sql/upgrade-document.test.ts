import { expect, test } from 'vitest'
import { Entry } from '../../../../src/server/rules/model.ts'
import { upgradeDocument } from '../../../../src/server/store/sql/upgrade-document.ts'

const line = (what: string, at = 1) => ({ at, last: at + 1, times: 2, what })
const oldAttempt = {
  n: 1,
  externalTransactionId: 't-1',
  method: null,
  profile: 'payout',
  pipeline: 'payout',
  amount: { value: '5.00', currency: 'UAH' },
  state: 'open',
  body: null,
  sends: 2,
  sentAt: 40,
  externalId: 'e-1',
  status: 'Processing',
  reported: null,
  instructions: null,
  blind: true,
  exists: true,
  refusal: null,
  clear: false,
  misses: 1,
  silences: 3,
  cardReported: false,
  claim: { status: 'Success', amount: '5', at: 9 },
  history: [],
  historyComplete: false,
  settledAt: 7,
  askAt: 8,
  review: { reason: 'unresolved', at: 5, settled: { at: 6, by: 'news', note: 'found' } },
  story: [line('sent', 3)],
}
const oldPayout = (changes: object = {}) => ({
  kind: 'payout',
  id: 'po_1',
  version: 4,
  createdAt: 1,
  updatedAt: 2,
  amount: { value: '5.00', currency: 'UAH' },
  told: 2,
  reference: 'p-1',
  fingerprint: 'f',
  attempts: [{ ...oldAttempt, ...changes }],
})
const upgradedAttempt = (changes: object = {}) => Entry.parse(upgradeDocument(oldPayout(changes))).attempts[0]

test('every renamed field keeps its value', () => {
  expect(Entry.parse(upgradeDocument(oldPayout()))).toMatchObject({ id: 'po_1', version: 4, lastEventSeq: 2 })
  expect(upgradedAttempt()).toMatchObject({
    state: 'placed',
    sendCount: 2,
    sentAt: 40,
    firstSentAt: 3,
    instructionsLost: true,
    knownToExist: true,
    confirmedAbsent: false,
    notFoundCount: 1,
    failedLookups: 3,
    unconfirmedCallback: { status: 'Success', amount: '5', at: 9 },
    finalAt: 7,
    nextLookupAt: 8,
    review: { reason: 'unresolved', at: 5, resolved: { at: 6, by: 'automatic', note: 'found' } },
    activity: [{ type: 'create_sent', at: 3, lastAt: 4, count: 2 }],
  })
})

const refusal = (label: string | null) => ({ status: 423, label, code: null, statusDescription: null })

test.each<[string, object, object?]>([
  ['sent again', { type: 'create_resent' }],
  ['placed: Created', { type: 'create_placed', status: 'Created' }],
  ['placed, too late to be shown', { type: 'create_placed_late' }],
  ['refused: LIMITS', { type: 'create_refused', status: 423, label: 'LIMITS' }, refusal('LIMITS')],
  ['refused: 423', { type: 'create_refused', status: 423, label: null }, refusal(null)],
  ['create unanswered: timeout', { type: 'create_unknown', cause: 'timeout' }],
  ['asked: Success', { type: 'lookup_found', status: 'Success' }],
  ['asked: not found', { type: 'lookup_not_found' }],
  ['asked: no answer (Error: (x))', { type: 'lookup_failed', cause: 'Error: (x)' }],
  ['asked: another order under this id', { type: 'lookup_found_other' }],
  ['callback: In progress 1.00', { type: 'callback_received', status: 'In progress', amount: '1.00' }],
  ['no order was made', { type: 'not_created' }],
  ['its bytes cannot be opened', { type: 'body_unreadable' }],
  ['needs review: currency', { type: 'review_opened', reason: 'currency' }],
  ['operator: ask: again', { type: 'operator_decided', act: 'recheck', note: 'again' }],
  ['operator: drop: a\nb', { type: 'operator_decided', act: 'discard', note: 'a\nb' }],
  ['needs review: a new reason', { type: 'text', text: 'needs review: a new reason' }],
  ['refused: LIMITS', { type: 'text', text: 'refused: LIMITS' }],
  ['anything else', { type: 'text', text: 'anything else' }],
])('the line %j becomes %o', (what, event, refused) => {
  const attempt = upgradedAttempt({ story: [line(what)], refusal: refused ?? null })
  expect(attempt?.activity).toEqual([{ ...event, at: 1, lastAt: 2, count: 2 }])
})

test('a document that version 0.1 did not write is refused', () => {
  expect(() => upgradeDocument(upgradeDocument(oldPayout()))).toThrow()
})
