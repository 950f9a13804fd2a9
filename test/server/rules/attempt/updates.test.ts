import { describe, expect, test } from 'vitest'
import { discard } from '../../../../src/server/rules/attempt/absence.ts'
import { type AttemptUpdate, applyUpdate } from '../../../../src/server/rules/attempt/attempt.ts'
import { adopt, withoutTakenOrder } from '../../../../src/server/rules/attempt/foreign-order.ts'
import { wasOvertaken } from '../../../../src/server/rules/attempt/found-order.ts'
import { newAttempt } from '../../../../src/server/rules/attempt/new-attempt.ts'
import type { Attempt } from '../../../../src/server/rules/model.ts'
import { historyMs } from '../../../../src/server/rules/policy.ts'
import type { Order } from '../../../../src/service/order.ts'
import { attempt, checkout, serviceRefusal } from '../../store/fixtures.ts'
import { policy } from '../policy.ts'

const at = 5000
/** An unknown outcome, or a callback that no lookup confirms, needs a review then; sends are over at 3000. */
const overdue = 1000 + policy.reviewAfterMs

/** Every field that an update has changed, the log's as the events that it has added. */
function changesOf(start: Partial<Attempt>, update: AttemptUpdate, time = at, rules = policy): object {
  const before = attempt(start)
  const after = applyUpdate(before, update, time, rules)
  const { activity, ...fields } = after
  const changed = Object.entries(fields).filter(
    ([name, value]) =>
      JSON.stringify(value) !== JSON.stringify(Object.entries(before).find(([key]) => key === name)?.[1]),
  )
  const logged = activity.slice(before.activity.length).map(({ at: _, lastAt, count, ...event }) => {
    expect([lastAt, count]).toEqual([time, 1])
    return event
  })
  return { ...Object.fromEntries(changed), ...(logged.length > 0 ? { logged } : {}) }
}
type Case = [what: string, of: Partial<Attempt>, update: AttemptUpdate, changes: object, at?: number]
const check = (rows: Case[]) =>
  test.each(rows)('%s', (_, of, update, changes, time) => {
    expect(changesOf(of, update, time)).toEqual(changes)
  })

const sending = { state: 'sending', externalId: null, body: 'sealed' } as const
const unknown = { state: 'unknown', externalId: null, body: 'sealed' } as const
const refused = { state: 'refused', externalId: null } as const
const absent = { state: 'not_created', externalId: null, confirmedAbsent: true, finalAt: 4000 } as const
const placed = { state: 'placed', externalId: 'X1' } as const
const unanswered = { notFoundCount: 1, failedLookups: 3, unansweredSince: 2000 } as const
const paid = { ...placed, state: 'succeeded', finalAt: 2000, reported: '1250.00' } as const
const cleared = { notFoundCount: 0, failedLookups: 0, unansweredSince: null } as const
const callbackOf = (status: 'Success' | 'Failed', amount = '1250.00', time = at) => ({
  unconfirmedCallback: { status, amount, at: time },
})
const review = (reason: NonNullable<Attempt['review']>['reason'], time = at) => ({
  review: { reason, at: time, resolved: null },
})
const closed = (reason: NonNullable<Attempt['review']>['reason'], note: string) => ({
  review: { reason, at: 1, resolved: { at, by: 'automatic', note } },
})
const operatorOnly = { review: { reason: 'unconfirmed', at: 1, resolved: null, operatorOnly: true } } as const
/** Success in another currency was reported, and an operator decides. */
const otherSuccess: Partial<Attempt> = {
  ...{ status: 'Success', otherCurrency: 'USD' },
  ...review('currency', 1),
}
const opened = (reason: string) => ({ type: 'review_opened', reason })

describe('the response to a create', () => {
  const response = (
    fields: Partial<Extract<AttemptUpdate, { type: 'create_placed' }>> = {},
  ): AttemptUpdate => ({
    type: 'create_placed',
    sendNumber: 1,
    externalId: 'X1',
    status: 'Created',
    paymentDetails: 'details',
    payTo: null,
    codeMismatch: null,
    ...fields,
  })
  const order = { state: 'placed', body: null, externalId: 'X1', status: 'Created' }
  const logged = [{ type: 'create_placed', status: 'Created' }]
  const payTo = { card: '••••1111' } as unknown as NonNullable<Attempt['payTo']>
  const refusal = serviceRefusal({ label: 'Bad', code: '1' })
  const no: AttemptUpdate = { type: 'create_refused', sendNumber: 1, refusal }
  const payoutNo = (status: number): AttemptUpdate => ({
    type: 'create_refused',
    sendNumber: 1,
    refusal: { ...refusal, status },
  })
  const noLogged = (status = 400) => [{ type: 'create_refused', status, label: 'Bad' }]
  const silence = (knownToExist = false, sendNumber = 1): AttemptUpdate => ({
    type: 'create_unknown',
    sendNumber,
    cause: 'timeout',
    knownToExist,
  })
  const payout = { ...sending, profile: 'payout', method: null } as const
  const resent = { ...sending, sendCount: 2 }
  const late = [{ type: 'create_placed_late' }]

  check([
    ['gives the payer payment details', sending, response(), { ...order, paymentDetails: 'details', logged }],
    [
      'ends what lookups had counted',
      { ...sending, ...unanswered },
      response(),
      { ...order, ...cleared, paymentDetails: 'details', logged },
    ],
    [
      'keeps where the payer was to pay',
      sending,
      response({ payTo }),
      { ...order, paymentDetails: 'details', payTo, logged },
    ],
    [
      'without payment details has lost them',
      sending,
      response({ paymentDetails: null, payTo }),
      { ...order, detailsLost: true, logged: [...logged, { type: 'details_missing' }] },
    ],
    [
      'without them to a saved card',
      { ...sending, profile: 'token' },
      response({ paymentDetails: null }),
      { ...order, logged },
    ],
    ['without them to a payout', payout, response({ paymentDetails: null }), { ...order, logged }],
    [
      'whose code contradicts the attempt',
      sending,
      response({ codeMismatch: 'amount' }),
      {
        ...order,
        paymentDetails: 'details',
        codeMismatch: 'amount',
        logged: [...logged, { type: 'code_mismatch', reason: 'amount' }],
      },
    ],
    [
      'Failed shows nothing to pay by, and is looked up',
      sending,
      response({ status: 'Failed', payTo }),
      {
        ...order,
        status: 'Failed',
        ...callbackOf('Failed', ''),
        logged: [{ type: 'create_placed', status: 'Failed' }],
      },
    ],
    [
      'Failed without payment details has lost none',
      sending,
      response({ status: 'Failed', paymentDetails: null }),
      {
        ...order,
        status: 'Failed',
        ...callbackOf('Failed', ''),
        logged: [{ type: 'create_placed', status: 'Failed' }],
      },
    ],
    [
      'to an earlier send leads to a lookup',
      resent,
      response(),
      { state: 'unknown', knownToExist: true, logged: late },
    ],
    ['after its timeout leads to a lookup', unknown, response(), { knownToExist: true, logged: late }],
    [
      'after the order was called absent',
      absent,
      response(),
      { state: 'unknown', knownToExist: true, confirmedAbsent: false, finalAt: null, logged: late },
    ],
    ['of an order that is known changes nothing', placed, response({ externalId: 'X2' }), {}],
    ['that refuses', sending, no, { state: 'refused', body: null, refusal, logged: noLogged() }],
    [
      'that refuses ends what lookups had counted',
      { ...sending, ...unanswered },
      no,
      { state: 'refused', body: null, ...cleared, refusal, logged: noLogged() },
    ],
    ['that refuses an earlier send changes nothing', resent, no, {}],
    ['that refuses after its timeout changes nothing', unknown, no, {}],
    ...[422, 423].map(
      (status): Case => [
        `that refuses a payout with ${status} proves that no order exists`,
        payout,
        payoutNo(status),
        {
          state: 'refused',
          body: null,
          refusal: { ...refusal, status },
          confirmedAbsent: true,
          logged: noLogged(status),
        },
      ],
    ),
    [
      'that refuses a payout otherwise proves nothing',
      payout,
      no,
      { state: 'refused', body: null, refusal, logged: noLogged() },
    ],
    [
      'that refuses a payout with 422 proves nothing after a callback of it',
      { ...payout, doubtedAt: 4500 },
      payoutNo(422),
      { state: 'refused', body: null, refusal: { ...refusal, status: 422 }, logged: noLogged(422) },
    ],
    [
      'that refuses a deposit with 422 proves nothing',
      sending,
      payoutNo(422),
      { state: 'refused', body: null, refusal: { ...refusal, status: 422 }, logged: noLogged(422) },
    ],
    [
      'that says nothing',
      { ...sending, ...unanswered },
      silence(),
      { state: 'unknown', ...cleared, logged: [{ type: 'create_unknown', cause: 'timeout' }] },
    ],
    [
      'that says nothing keeps what is known',
      { ...sending, knownToExist: true },
      silence(),
      { state: 'unknown', logged: [{ type: 'create_unknown', cause: 'timeout' }] },
    ],
    [
      'that calls our own id a duplicate',
      sending,
      silence(true),
      { state: 'unknown', knownToExist: true, logged: [{ type: 'create_unknown', cause: 'timeout' }] },
    ],
    ['that says nothing of an earlier send', resent, silence(), {}],
    ['that calls an earlier send a duplicate', resent, silence(true), { knownToExist: true }],
    ['that calls a placed order a duplicate', placed, silence(true), {}],
    [
      'that calls a refused order a duplicate',
      refused,
      silence(true),
      { state: 'unknown', knownToExist: true, logged: late },
    ],
  ])
})

describe('a lookup', () => {
  const order = (fields: Partial<Order> = {}): Order => ({
    externalId: 'X1',
    status: 'Processing',
    amount: '1250.00',
    currency: 'UAH',
    history: [],
    externalParams: null,
    ...fields,
  })
  const found = (fields: Partial<Order> = {}, requestedAt?: number): AttemptUpdate => ({
    type: 'lookup_found',
    order: order(fields),
    ...(requestedAt === undefined ? {} : { requestedAt }),
  })
  const logged = (status = 'Processing') => [{ type: 'lookup_found', status }]
  const succeeded = {
    state: 'succeeded',
    status: 'Success',
    foundAt: at,
    finalAt: at,
    logged: logged('Success'),
  }
  const failed = { state: 'failed', status: 'Failed', foundAt: at, finalAt: at, logged: logged('Failed') }
  const paidBy = (reported: string) => ({ ...succeeded, reported, unconfirmedCallback: null })
  const contradicted = (status: string) => ({
    foundAt: at,
    ...review('contradiction'),
    logged: [...logged(status), opened('contradiction')],
  })
  const now = { status: 'Processing', reported: '1250.00', foundAt: at }
  const params = {
    cardToken: null,
    cardStorageToken: 'token',
    cardHolder: 'A HOLDER',
    cardNumber: '411111******1111',
  }
  const card = { number: '411111••••••1111', holder: 'A HOLDER' }
  const item = (action: string | null) => ({ time: null, action, code: null })

  check([
    ['finds the order', placed, found(), { ...now, logged: logged() }],
    [
      'ends what was counted',
      { ...placed, body: 'sealed', ...unanswered },
      found(),
      { ...now, body: null, ...cleared, logged: logged() },
    ],
    [
      'finds an order whose create was not answered: its payment details are lost',
      unknown,
      found(),
      { ...now, state: 'placed', externalId: 'X1', body: null, detailsLost: true, logged: logged() },
    ],
    [
      'finds a saved card',
      { ...unknown, profile: 'token' },
      found({ externalParams: params }),
      { ...now, state: 'placed', externalId: 'X1', body: null, card, cardReported: true, logged: logged() },
    ],
    [
      'without the card keeps it',
      { ...placed, card, cardReported: true },
      found({ externalParams: { ...params, cardNumber: null, cardHolder: null, cardStorageToken: null } }),
      { ...now, logged: logged() },
    ],
    [
      'with a card that is not stored',
      placed,
      found({ externalParams: { ...params, cardStorageToken: null } }),
      { ...now, card, logged: logged() },
    ],
    [
      'brings a longer history, redacted',
      { ...placed, history: [item('old')] },
      found({ history: [item(null), item('to 4111111111111111')] }),
      { ...now, history: [item(null), item('to ••••1111')], logged: logged() },
    ],
    [
      'brings another history of the same length',
      { ...placed, history: [item('old')] },
      found({ history: [item('new')] }),
      { ...now, history: [item('new')], logged: logged() },
    ],
    [
      'with a shorter history keeps the longer one',
      { ...placed, history: [item('a'), item('b')] },
      found({ history: [item('c')] }),
      { ...now, logged: logged() },
    ],
    [
      'finds it paid',
      { ...placed, paymentDetails: 'details' },
      found({ status: 'Success' }),
      { ...succeeded, reported: '1250.00', paymentDetails: null },
    ],
    [
      'finds it failed',
      { ...placed, paymentDetails: 'details' },
      found({ status: 'Failed', amount: null }),
      { ...failed, paymentDetails: null },
    ],
    [
      'finds a failed transfer corrected',
      { ...placed, state: 'failed', finalAt: 2000, historyComplete: true },
      found({ status: 'Success' }),
      { ...succeeded, reported: '1250.00', corrected: true, historyComplete: false },
    ],
    [
      'finds a failed form paid: a contradiction',
      { ...placed, profile: 'form', state: 'failed', finalAt: 2000, ...callbackOf('Success') },
      found({ status: 'Success' }),
      { ...contradicted('Success'), unconfirmedCallback: null },
    ],
    [
      'closes the review of an undecided outcome',
      { ...unknown, review: { reason: 'unresolved', at: 1, resolved: null } },
      found(),
      {
        ...now,
        state: 'placed',
        externalId: 'X1',
        body: null,
        detailsLost: true,
        ...closed('unresolved', 'the order was found'),
        logged: logged(),
      },
    ],
    [
      'with a status that is not documented is none that decides, from the first one on',
      placed,
      found({ status: 'Reversed' }),
      { ...now, status: 'Reversed', unansweredSince: at, logged: logged('Reversed') },
    ],
    [
      'with such a status follows lookups without an answer',
      { ...placed, failedLookups: 2, unansweredSince: 2000 },
      found({ status: 'Reversed' }),
      { ...now, status: 'Reversed', failedLookups: 0, logged: logged('Reversed') },
    ],
    [
      'with such a status opens a review at its deadline',
      { ...placed, unansweredSince: 1000 },
      found({ status: 'Reversed' }),
      {
        ...{ ...now, foundAt: overdue, status: 'Reversed' },
        ...review('unresolved', overdue),
        logged: [...logged('Reversed'), opened('unresolved')],
      },
      overdue,
    ],
    [
      'with such a status leaves the review of an undecided outcome',
      { ...unknown, ...review('unresolved', 1) },
      found({ status: 'Reversed' }),
      {
        ...{ ...now, status: 'Reversed', unansweredSince: at, logged: logged('Reversed') },
        ...{ state: 'placed', externalId: 'X1', body: null, detailsLost: true },
      },
    ],
    [
      'with such a status closes the review of an order that was not ours',
      { ...unknown, foreignId: 'X2', ...review('foreign', 1) },
      found({ status: 'Reversed' }),
      {
        ...{ ...now, status: 'Reversed', unansweredSince: at, logged: logged('Reversed') },
        ...{ state: 'placed', externalId: 'X1', body: null, detailsLost: true },
        ...closed('foreign', 'the order was found'),
      },
    ],
    [
      'with a documented status closes it also where a callback says otherwise',
      { ...placed, ...review('unresolved', 1), ...callbackOf('Success', '900', 4000) },
      found(),
      { foundAt: at, logged: logged(), ...closed('unresolved', 'the order was found') },
    ],
    [
      'with a documented status closes it, and the order counts as answered',
      { ...placed, ...review('unresolved', 1), unansweredSince: 1000 },
      found(),
      {
        ...{ ...now, unansweredSince: null, logged: logged() },
        ...closed('unresolved', 'the order was found'),
      },
    ],
    [
      'with such a status after a payment is a contradiction, and a callback waits on',
      { ...paid, ...callbackOf('Success', '900.00', 4000) },
      found({ status: 'Reversed' }),
      { ...contradicted('Reversed'), unansweredSince: at },
    ],
    [
      'with such a status after the failure of a payout is one, too',
      { ...placed, profile: 'payout', state: 'failed', finalAt: 2000 },
      found({ status: 'Reversed' }),
      { ...contradicted('Reversed'), unansweredSince: at },
    ],
    [
      'with such a status after the failure of a transfer opens none: it can be corrected',
      { ...placed, state: 'failed', finalAt: 2000 },
      found({ status: 'Reversed' }),
      { ...now, status: 'Reversed', unansweredSince: at, logged: logged('Reversed') },
    ],
    [
      'with such a status after a payment lets a callback stand at its deadline',
      { ...paid, ...callbackOf('Success', '900.00', 1000) },
      found({ status: 'Reversed' }),
      {
        foundAt: overdue,
        unansweredSince: overdue,
        unconfirmedCallback: null,
        ...{ status: 'Success', reported: '900.00' },
        review: { ...operatorOnly.review, at: overdue },
        logged: [...logged('Reversed'), opened('contradiction'), opened('unconfirmed')],
      },
      overdue,
    ],
    [
      'leaves a review of the amount',
      { ...placed, ...review('amount', 1) },
      found(),
      { ...now, logged: logged() },
    ],
    [
      'finds another order under our id',
      placed,
      found({ externalId: 'X2' }),
      { ...review('contradiction'), logged: [{ type: 'lookup_found_other' }, opened('contradiction')] },
    ],
    [
      'of the status of a callback that was accepted closes its review',
      { ...paid, ...review('unconfirmed', 1) },
      found({ status: 'Success' }),
      {
        foundAt: at,
        status: 'Success',
        ...closed('unconfirmed', 'a lookup has confirmed the callback'),
        logged: logged('Success'),
      },
    ],
    [
      'of its failure does, too',
      { ...placed, state: 'failed', finalAt: 2000, reported: '1250.00', ...review('unconfirmed', 1) },
      found({ status: 'Failed' }),
      {
        foundAt: at,
        status: 'Failed',
        ...closed('unconfirmed', 'a lookup has confirmed the callback'),
        logged: logged('Failed'),
      },
    ],
    [
      'of its status with another amount leaves it to an operator',
      { ...paid, ...review('unconfirmed', 1) },
      found({ status: 'Success', amount: '1300.00' }),
      { foundAt: at, status: 'Success', reported: '1300.00', logged: logged('Success'), ...operatorOnly },
    ],
    [
      'of the same as an earlier lookup does not close it then',
      { ...paid, ...operatorOnly },
      found({ status: 'Success' }),
      { foundAt: at, status: 'Success', logged: logged('Success') },
    ],
    [
      'of its status leaves it while another amount waits',
      { ...paid, ...review('unconfirmed', 1), ...callbackOf('Success', '900.00', 4000) },
      found({ status: 'Success' }),
      { foundAt: at, status: 'Success', logged: logged('Success') },
    ],
    [
      'of another status leaves it',
      { ...paid, ...review('unconfirmed', 1) },
      found(),
      { foundAt: at, status: 'Processing', logged: logged() },
    ],
    [
      'that corrects a failure that was accepted leaves it to an operator',
      { ...placed, state: 'failed', finalAt: 2000, reported: '1250.00', ...review('unconfirmed', 1) },
      found({ status: 'Success' }),
      { ...succeeded, corrected: true, ...operatorOnly },
    ],
    [
      'confirms a callback',
      { ...placed, ...callbackOf('Success', '1300.00', 4000) },
      found({ status: 'Success', amount: '1300.00' }),
      paidBy('1300.00'),
    ],
    [
      'that may be older than a callback of another amount lets it wait',
      { ...placed, ...callbackOf('Success', '900.00', 4000) },
      found({ status: 'Success' }),
      { ...succeeded, reported: '1250.00' },
    ],
    [
      'of another amount outweighs a callback of the requested one',
      { ...placed, ...callbackOf('Success', '1250.00', 4000) },
      found({ status: 'Success', amount: '1300.00' }),
      paidBy('1300.00'),
    ],
    [
      'without an amount confirms that of a callback',
      { ...placed, ...callbackOf('Success', '1300.00', 4000) },
      found({ status: 'Success', amount: null }),
      paidBy('1300.00'),
    ],
    [
      'that finds a success outweighs a callback of a failure',
      { ...placed, ...callbackOf('Failed', '1250.00', 4000) },
      found({ status: 'Success' }),
      paidBy('1250.00'),
    ],
    [
      'of a failure confirms a callback of it',
      { ...placed, ...callbackOf('Failed', '1250.00', 4000) },
      found({ status: 'Failed' }),
      { ...failed, reported: '1250.00', unconfirmedCallback: null },
    ],
    [
      'that is still open lets a callback of a failure wait',
      { ...placed, ...callbackOf('Failed', '1250.00', 4000) },
      found(),
      { foundAt: at, logged: logged() },
    ],
    [
      'of a failure after a payment is a contradiction, whatever waits',
      { ...paid, ...callbackOf('Success', '900.00', 4000) },
      found({ status: 'Failed' }),
      { ...contradicted('Failed'), unconfirmedCallback: null },
    ],
    [
      'that disagrees leaves a callback waiting',
      { ...placed, ...callbackOf('Success', '900.00', 4000) },
      found({ status: 'Failed' }),
      { foundAt: at, logged: logged('Failed') },
    ],
    [
      'that disagrees at the deadline lets the callback stand',
      { ...placed, ...callbackOf('Success', '1250.00', 1000) },
      found({ status: 'Failed' }),
      {
        state: 'succeeded',
        status: 'Success',
        reported: '1250.00',
        unconfirmedCallback: null,
        foundAt: overdue,
        finalAt: overdue,
        ...review('unconfirmed', overdue),
        logged: [...logged('Failed'), opened('unconfirmed')],
      },
      overdue,
    ],
    [
      'without an amount takes none from a callback of a failure',
      { ...placed, ...callbackOf('Failed', '1300.00', 4000) },
      found({ status: 'Success', amount: null }),
      { ...succeeded, unconfirmedCallback: null },
    ],
    [
      'that names another amount leaves the callback that changed it waiting',
      { ...paid, ...callbackOf('Success', '900.00', 4000) },
      found({ status: 'Success' }),
      { status: 'Success', foundAt: at, logged: logged('Success') },
    ],
    [
      'that names another amount at the deadline ends it',
      { ...paid, ...callbackOf('Success', '900.00', 1000) },
      found({ status: 'Success' }),
      { status: 'Success', unconfirmedCallback: null, foundAt: overdue, logged: logged('Success') },
      overdue,
    ],
    ...['900', null].map(
      (amount): Case => [
        `that names ${amount ?? 'no amount'} confirms the callback of 900`,
        { ...paid, ...callbackOf('Success', '900', 4000) },
        found({ status: 'Success', amount }),
        {
          status: 'Success',
          reported: '900',
          unconfirmedCallback: null,
          foundAt: at,
          logged: logged('Success'),
        },
      ],
    ),
    [
      'in another currency says nothing of the amount',
      placed,
      found({ currency: 'USD', amount: '7' }),
      { status: 'Processing', otherCurrency: 'USD', foundAt: at, logged: logged() },
    ],
    [
      'in our currency again does not make another one forgotten',
      { ...placed, otherCurrency: 'USD', paymentDetails: 'details' },
      found({ status: 'Success' }),
      {
        status: 'Success',
        foundAt: at,
        paymentDetails: null,
        ...review('currency'),
        logged: [...logged('Success'), opened('currency')],
      },
    ],
    [
      'of an order in another currency ends a callback of its success',
      { ...placed, otherCurrency: 'USD', paymentDetails: 'details', ...callbackOf('Success') },
      found(),
      {
        status: 'Success',
        foundAt: at,
        paymentDetails: null,
        unconfirmedCallback: null,
        ...review('currency'),
        logged: [...logged(), opened('currency')],
      },
    ],
    [
      'that finds a failure after success in another currency changes no state',
      { ...placed, ...otherSuccess },
      found({ status: 'Failed' }),
      { foundAt: at, logged: logged('Failed') },
    ],
    [
      'finds a failure in another currency',
      { ...placed, otherCurrency: 'USD' },
      found({ status: 'Failed' }),
      failed,
    ],
  ])

  describe('that finds an order which may be of somebody else', () => {
    const foreign = (status = 'Processing') => [
      { type: 'lookup_found_foreign', status, externalId: 'X1' },
      opened('foreign'),
    ]
    const old = (time: string | null, amount: string | null = '9.00') =>
      found({ amount, history: [{ time, action: null, code: null }] })
    const sentAt = Date.parse('2026-01-01T12:00:00Z')
    const sent = { ...unknown, firstSentAt: sentAt, sentAt }
    const ours = {
      ...now,
      state: 'placed',
      externalId: 'X1',
      body: null,
      detailsLost: true,
      logged: logged(),
    }
    const discarded = {
      ...{ ...absent, foreignId: 'X1', notFoundCount: 0 },
      review: { reason: 'foreign', at: 2, resolved: { at: 4, by: 'operator', note: '' } },
    } as const
    const oursAt = (time: string | null, reported = '9.00') => ({
      ...ours,
      reported,
      history: [{ time, action: null, code: null }],
    })

    check([
      [
        'takes nothing of another currency',
        { ...unknown, ...unanswered },
        found({ currency: 'USD', status: 'Success' }),
        { foreignId: 'X1', ...cleared, ...review('foreign'), logged: foreign('Success') },
      ],
      [
        'decides that a create is not in flight',
        sending,
        found({ currency: 'USD' }),
        { state: 'unknown', foreignId: 'X1', ...review('foreign'), logged: foreign() },
      ],
      [
        'keeps the flag',
        { ...unknown, foreignId: 'X1', ...review('foreign', 1) },
        found(),
        { logged: foreign().slice(0, 1) },
      ],
      [
        'is reviewed again where it was discarded before a doubt',
        { ...discarded, doubtedAt: 4500 },
        found(),
        { ...review('foreign'), logged: foreign() },
      ],
      [
        'is not where an operator has decided since the doubt',
        { ...discarded, doubtedAt: 3 },
        found(),
        { logged: foreign().slice(0, 1) },
      ],
      ['flags no other order', { ...unknown, foreignId: 'X2' }, found(), ours],
      [
        'is older than our request, of another amount',
        sent,
        old('2026-01-01T11:54:59.999Z'),
        { foreignId: 'X1', ...review('foreign'), logged: foreign() },
      ],
      ['is ours where clocks may differ', sent, old('2026-01-01T11:55:00Z'), oursAt('2026-01-01T11:55:00Z')],
      [
        'is ours where it is older than the last send only',
        { ...sent, sentAt: sentAt + 600_000 },
        old('2026-01-01T12:00:00Z'),
        oursAt('2026-01-01T12:00:00Z'),
      ],
      [
        'is ours where the times are wrong and the amount is ours',
        sent,
        old('2025-01-01T00:00:00Z', '1250.0'),
        oursAt('2025-01-01T00:00:00Z', '1250.0'),
      ],
      [
        'is ours where the times are wrong and the amount is not given',
        sent,
        old('2025-01-01T00:00:00Z', null),
        { ...oursAt('2025-01-01T00:00:00Z'), reported: undefined },
      ],
      ['is ours without a time', sent, old(null), oursAt(null)],
      ['is ours without a currency', unknown, found({ currency: ' ' }), ours],
      [
        'is ours once its id is known',
        placed,
        found({ currency: 'USD', amount: null }),
        { status: 'Processing', foundAt: at, otherCurrency: 'USD', logged: logged() },
      ],
    ])
  })
})

describe('a lookup that finds nothing', () => {
  const nothing = (
    fields: Partial<Extract<AttemptUpdate, { type: 'lookup_not_found' }>> = {},
  ): AttemptUpdate => ({
    type: 'lookup_not_found',
    ...fields,
  })
  const logged = [{ type: 'lookup_not_found' }]
  const counted = { ...unanswered, notFoundCount: 0 }
  const once = { ...cleared, notFoundCount: 1, logged }
  const payout = { ...refused, profile: 'payout', method: null } as const
  const gone = { confirmedAbsent: true, finalAt: at, logged }

  check([
    ['is counted', { ...unknown, ...counted }, nothing(), once],
    ['is counted twice', { ...unknown, notFoundCount: 1 }, nothing(), { notFoundCount: 2, logged }],
    ['ends a send', { ...sending, ...counted }, nothing(), { state: 'unknown', ...once }],
    [
      'does not count while the create may be in flight',
      { ...unknown, ...unanswered },
      nothing({ requestedAt: 2999 }),
      { ...cleared, logged },
    ],
    [
      'does not count where the order is known to exist',
      { ...unknown, ...unanswered, knownToExist: true },
      nothing(),
      { ...cleared, logged },
    ],
    [
      'opens a review at the deadline',
      { ...unknown, knownToExist: true },
      nothing(),
      { ...review('unresolved', overdue), logged: [...logged, opened('unresolved')] },
      overdue,
    ],
    ['opens none before', { ...unknown, knownToExist: true }, nothing(), { logged }, overdue - 1],
    [
      'proves that a refused order does not exist',
      { ...refused, ...counted },
      nothing(),
      { ...gone, failedLookups: 0, unansweredSince: null, logged },
    ],
    [
      'proves it of a refused payout when it is the second',
      { ...payout, notFoundCount: 1 },
      nothing(),
      { ...gone, notFoundCount: 0, logged },
    ],
    ['does not prove it of a payout when it is the first', { ...payout, ...counted }, nothing(), once],
    [
      'does not count for a payout while the create may be in flight',
      { ...payout, notFoundCount: 1 },
      nothing({ requestedAt: 2999 }),
      { logged },
    ],
    ['counts for a deposit at once', refused, nothing({ requestedAt: 2999 }), { ...gone, logged }],
    ['does not count where its create was under way', refused, nothing({ wasSending: true }), { logged }],
    [
      'proves nothing of a refusal whose order is known to exist',
      { ...refused, knownToExist: true },
      nothing(),
      { logged },
    ],
    [
      'opens a review of such a refusal at the deadline',
      { ...refused, knownToExist: true },
      nothing(),
      { ...review('unresolved', overdue), logged: [...logged, opened('unresolved')] },
      overdue,
    ],
    [
      'counts as the second after an earlier send',
      { ...refused, sendCount: 2, notFoundCount: 1 },
      nothing(),
      { ...gone, notFoundCount: 0, logged },
    ],
    [
      'is not enough after an earlier send',
      { ...refused, sendCount: 2 },
      nothing(),
      { notFoundCount: 1, logged },
    ],
    [
      'is not enough where a callback contradicts it',
      { ...absent, doubtedAt: 4500 },
      nothing(),
      { notFoundCount: 1, logged },
    ],
    [
      'answers the doubt when it is the second',
      { ...absent, doubtedAt: 4500, notFoundCount: 1 },
      nothing(),
      { doubtedAt: null, notFoundCount: 0, logged },
    ],
    [
      'does not count where it was requested before the doubt',
      { ...absent, doubtedAt: 4500, notFoundCount: 1 },
      nothing({ requestedAt: 4499 }),
      { logged },
    ],
    [
      'counts where it was requested at the doubt',
      { ...absent, doubtedAt: 4500 },
      nothing({ requestedAt: 4500 }),
      { notFoundCount: 1, logged },
    ],
    [
      'does not count for an unknown outcome before its doubt',
      { ...unknown, doubtedAt: 4500 },
      nothing({ requestedAt: 4499 }),
      { logged },
    ],
    ['says nothing new of an order that was called absent', absent, nothing(), { logged }],
    [
      'closes the review of a refusal',
      { ...refused, review: { reason: 'unresolved', at: 1, resolved: null } },
      nothing(),
      {
        ...gone,
        ...closed('unresolved', 'no order was created'),
        logged,
      },
    ],
    [
      'is no answer where an order exists',
      { ...placed, failedLookups: 1, unansweredSince: 2000 },
      nothing(),
      { failedLookups: 2, logged },
    ],
  ])
})

describe('a lookup that fails', () => {
  const fails: AttemptUpdate = { type: 'lookup_failed', cause: 'server' }
  const logged = [{ type: 'lookup_failed', cause: 'server' }]
  const escalated = { ...review('unresolved', overdue), logged: [...logged, opened('unresolved')] }
  const first = { failedLookups: 1, unansweredSince: overdue }

  check([
    ['is counted, from the first one on', placed, fails, { failedLookups: 1, unansweredSince: at, logged }],
    [
      'is counted again',
      { ...placed, failedLookups: 1, unansweredSince: 2000 },
      fails,
      { failedLookups: 2, logged },
    ],
    [
      'opens a review at the deadline of an unknown outcome',
      unknown,
      fails,
      { ...first, ...escalated },
      overdue,
    ],
    ['ends a send at its deadline', sending, fails, { state: 'unknown', ...first, ...escalated }, overdue],
    ['opens none before', unknown, fails, { ...first, unansweredSince: overdue - 1, logged }, overdue - 1],
    ['does not for a placed order that has just been found', placed, fails, { ...first, logged }, overdue],
    [
      'does for one whose lookups fail as long',
      { ...placed, failedLookups: 1, unansweredSince: 1000 },
      fails,
      { failedLookups: 2, ...escalated },
      overdue,
    ],
    [
      'lets a callback stand at its deadline',
      { ...placed, ...callbackOf('Failed', '1250.00', 1000) },
      fails,
      {
        ...first,
        state: 'failed',
        status: 'Failed',
        reported: '1250.00',
        unconfirmedCallback: null,
        finalAt: overdue,
        ...review('unconfirmed', overdue),
        logged: [...logged, opened('unconfirmed')],
      },
      overdue,
    ],
    [
      'lets no callback of another currency stand',
      {
        ...placed,
        otherCurrency: 'USD',
        paymentDetails: 'details',
        ...callbackOf('Success', '1250.00', 1000),
      },
      fails,
      {
        ...first,
        status: 'Success',
        paymentDetails: null,
        unconfirmedCallback: null,
        ...review('currency', overdue),
        logged: [...logged, opened('currency')],
      },
      overdue,
    ],
    [
      'replaces a review of the amount then',
      { ...placed, ...callbackOf('Failed', '1250.00', 1000), ...review('amount', 1) },
      fails,
      {
        ...first,
        state: 'failed',
        status: 'Failed',
        reported: '1250.00',
        unconfirmedCallback: null,
        finalAt: overdue,
        ...review('unconfirmed', overdue),
        logged: [...logged, opened('unconfirmed')],
      },
      overdue,
    ],
    [
      'changes nothing of a paid order',
      { ...placed, state: 'succeeded' },
      fails,
      { ...first, logged },
      overdue,
    ],
  ])
})

describe('a verified callback', () => {
  const called = (status: string, amount = '1250.00', externalId = 'X1'): AttemptUpdate => ({
    type: 'callback_received',
    externalId,
    status,
    amount,
  })
  const logged = (status: string, amount = '1250.00') => [{ type: 'callback_received', status, amount }]

  check([
    [
      'waits for a lookup',
      placed,
      called('Success'),
      { ...callbackOf('Success'), logged: logged('Success') },
    ],
    [
      'of a failure waits, too',
      placed,
      called('Failed'),
      { ...callbackOf('Failed'), logged: logged('Failed') },
    ],
    ['of another order changes nothing', placed, called('Success', '1250.00', 'X2'), {}],
    [
      'of a success replaces a failure that waits',
      { ...placed, ...callbackOf('Failed', '1', 1000) },
      called('Success'),
      { ...callbackOf('Success'), logged: logged('Success') },
    ],
    [
      'of a failure does not replace a success that waits',
      { ...placed, ...callbackOf('Success', '1', 1000) },
      called('Failed'),
      { logged: logged('Failed') },
    ],
    [
      'does not move the deadline of an earlier one',
      { ...placed, ...callbackOf('Success', '900', 1000) },
      called('Success', '800'),
      { ...callbackOf('Success', '800', 1000), logged: logged('Success', '800') },
    ],
    [
      'with the amount requested does not replace another amount',
      { ...placed, ...callbackOf('Success', '900', 1000) },
      called('Success'),
      { logged: logged('Success') },
    ],
    [
      'replaces an amount that cannot be read',
      { ...placed, ...callbackOf('Success', 'NaN', 1000) },
      called('Success', 'none'),
      {
        ...callbackOf('Success', 'none', 1000),
        ...review('amount'),
        logged: [...logged('Success', 'none'), opened('amount')],
      },
    ],
    [
      'with an amount that cannot be read needs a review',
      placed,
      called('Success', 'NaN'),
      {
        ...callbackOf('Success', 'NaN'),
        ...review('amount'),
        logged: [...logged('Success', 'NaN'), opened('amount')],
      },
    ],
    [
      'of a failure with such an amount needs none',
      placed,
      called('Failed', 'NaN'),
      { ...callbackOf('Failed', 'NaN'), logged: logged('Failed', 'NaN') },
    ],
    [
      'of an open order changes its amount',
      placed,
      called('Processing', '1300'),
      { reported: '1300', logged: logged('Processing', '1300') },
    ],
    [
      'of an open order with an amount that cannot be read changes nothing',
      placed,
      called('Processing', 'NaN'),
      { logged: logged('Processing', 'NaN') },
    ],
    [
      'of a success in another currency needs a review',
      { ...placed, otherCurrency: 'USD', paymentDetails: 'details' },
      called('Success'),
      {
        status: 'Success',
        paymentDetails: null,
        ...review('currency'),
        logged: [...logged('Success'), opened('currency')],
      },
    ],
    [
      'of a failure in another currency waits',
      { ...placed, otherCurrency: 'USD' },
      called('Failed'),
      { ...callbackOf('Failed'), logged: logged('Failed') },
    ],
    [
      'of a failure after success in another currency is late news',
      { ...placed, ...otherSuccess },
      called('Failed'),
      { logged: logged('Failed') },
    ],
    ['that repeats a success changes nothing', paid, called('Success'), { logged: logged('Success') }],
    [
      'with another amount of a success waits',
      paid,
      called('Success', '900'),
      { ...callbackOf('Success', '900'), logged: logged('Success', '900') },
    ],
    [
      'with the amount requested after another one is late news',
      { ...paid, reported: '1300' },
      called('Success'),
      { logged: logged('Success') },
    ],
    [
      'with another amount of a success in another currency is none of ours',
      { ...paid, otherCurrency: 'USD' },
      called('Success', '7'),
      { logged: logged('Success', '7') },
    ],
    [
      'with an unreadable amount of a success needs a review',
      paid,
      called('Success', 'NaN'),
      { ...review('amount'), logged: [...logged('Success', 'NaN'), opened('amount')] },
    ],
    [
      'with such an amount needs one, too, where the service named none',
      { ...paid, reported: null },
      called('Success', 'NaN'),
      { ...review('amount'), logged: [...logged('Success', 'NaN'), opened('amount')] },
    ],
    [
      'that pays what is underpaid waits for a lookup',
      { ...paid, underpaid: true, reported: '900', ...review('underpaid', 1) },
      called('Success', '1300'),
      { ...callbackOf('Success', '1300'), logged: logged('Success', '1300') },
    ],
    [
      'of what is underpaid, and stays so, counts at once',
      { ...paid, underpaid: true, reported: '900', ...review('underpaid', 1) },
      called('Success', '1000'),
      { reported: '1000', logged: logged('Success', '1000') },
    ],
    [
      'of a pending status is late news after a success',
      paid,
      called('Processing', '7'),
      { logged: logged('Processing', '7') },
    ],
    [
      'of a failure is late news after a success',
      paid,
      called('Failed', '7'),
      { logged: logged('Failed', '7') },
    ],
    [
      'of a success is late news after a failed form',
      { ...placed, profile: 'form', state: 'failed' },
      called('Success'),
      { logged: logged('Success') },
    ],
    [
      'corrects a failed transfer once a lookup agrees',
      { ...placed, state: 'failed' },
      called('Success'),
      { ...callbackOf('Success'), logged: logged('Success') },
    ],
    [
      'of a failure repeats it',
      { ...placed, state: 'failed' },
      called('Failed', '7'),
      { reported: '7', logged: logged('Failed', '7') },
    ],
    [
      'of an order that was called absent is looked up',
      { ...absent, externalId: 'X1', ...unanswered },
      called('Success'),
      { doubtedAt: at, ...cleared, logged: logged('Success') },
    ],
  ])

  test('of a final status stands at once without confirmation', () => {
    const decided = changesOf({ ...placed, paymentDetails: 'details' }, called('Success', '900'), at, {
      ...policy,
      confirmFinal: false,
    })
    expect(decided).toEqual({
      state: 'succeeded',
      status: 'Success',
      reported: '900',
      underpaid: true,
      finalAt: at,
      paymentDetails: null,
      ...review('underpaid'),
      logged: [...logged('Success', '900'), opened('underpaid')],
    })
    expect(changesOf(placed, called('Failed'), at, { ...policy, confirmFinal: false })).toEqual({
      state: 'failed',
      status: 'Failed',
      reported: '1250.00',
      finalAt: at,
      logged: logged('Failed'),
    })
    expect(changesOf(paid, called('Success', '900'), at, { ...policy, confirmFinal: false })).toEqual({
      reported: '900',
      logged: logged('Success', '900'),
    })
  })
})

describe('a callback at the address of an attempt', () => {
  const hint: AttemptUpdate = { type: 'callback_hinted' }
  const decided = (by: 'operator' | 'automatic') => ({
    review: { reason: 'unresolved' as const, at: 1, resolved: { at: 2, by, note: '' } },
  })

  check([
    ['changes nothing of an order that is known', placed, hint, {}],
    [
      'doubts that a refused order does not exist',
      { ...refused, confirmedAbsent: true, ...unanswered },
      hint,
      { doubtedAt: at, ...cleared },
    ],
    ['doubts it once', { ...absent, doubtedAt: 4500, ...unanswered }, hint, {}],
    [
      'begins a new deadline after what an operator has decided',
      { ...absent, ...decided('operator') },
      hint,
      { doubtedAt: at, review: null },
    ],
    ['leaves that of an unknown outcome', { ...unknown, ...decided('operator') }, hint, { doubtedAt: at }],
    ['leaves an open review', { ...absent, ...review('unresolved', 1) }, hint, { doubtedAt: at }],
    [
      'leaves a review of another reason',
      { ...absent, review: { reason: 'foreign', at: 1, resolved: { at: 2, by: 'operator', note: '' } } },
      hint,
      { doubtedAt: at },
    ],
  ])
})

describe('our own decision', () => {
  const resend: AttemptUpdate = { type: 'create_resent' }
  const discarded: AttemptUpdate = { type: 'discarded' }

  check([
    [
      'sends the same bytes again',
      { ...unknown, notFoundCount: 2 },
      resend,
      { state: 'sending', sendCount: 2, sentAt: at, notFoundCount: 0, logged: [{ type: 'create_resent' }] },
    ],
    ['sends nothing again that is known', placed, resend, {}],
    [
      'discards an unknown outcome',
      { ...unknown, ...unanswered, doubtedAt: 4500, knownToExist: true },
      discarded,
      {
        state: 'not_created',
        body: null,
        ...cleared,
        doubtedAt: null,
        confirmedAbsent: true,
        finalAt: at,
        logged: [{ type: 'not_created' }],
      },
    ],
    [
      'closes the review of an order that may be of somebody else',
      { ...unknown, review: { reason: 'foreign', at: 1, resolved: null } },
      discarded,
      {
        state: 'not_created',
        body: null,
        confirmedAbsent: true,
        finalAt: at,
        ...closed('foreign', 'no order was created'),
        logged: [{ type: 'not_created' }],
      },
    ],
    ['discards no refusal', refused, discarded, {}],
    ['discards no order that is known', placed, discarded, {}],
  ])
})

test('the history of an order is complete only after its final status', () => {
  const found = (overrides: Partial<Attempt>, time: number, status = 'Success') =>
    changesOf(
      { ...paid, ...overrides },
      {
        type: 'lookup_found',
        order: {
          externalId: 'X1',
          status: overrides.state === 'placed' ? 'Created' : status,
          amount: null,
          currency: null,
          history: [],
          externalParams: null,
        },
      },
      time,
    )
  expect(found({}, 2000 + historyMs)).toMatchObject({ historyComplete: true })
  expect(found({}, 2000 + historyMs - 1)).not.toHaveProperty('historyComplete')
  expect(found({ state: 'placed', finalAt: null }, historyMs)).not.toHaveProperty('historyComplete')
  expect(found({}, 2000 + historyMs, 'Reversed')).not.toHaveProperty('historyComplete')
})

test('a lookup was overtaken by one that was requested before it', () => {
  const before = attempt({ foundAt: 10 })
  const overtaken = (foundAt: number | null, requestedAt: number) =>
    wasOvertaken(before, attempt({ foundAt }), requestedAt)
  expect(overtaken(20, 21)).toBe(true)
  expect(overtaken(20, 20)).toBe(false)
  expect(overtaken(10, 21)).toBe(false)
  expect(overtaken(null, 21)).toBe(false)
})

test('an order that exists is never called absent', () => {
  for (const state of ['sending', 'placed', 'failed', 'succeeded'] as const) {
    const one = attempt({ state })
    expect(discard(one, at)).toBe(one)
  }
})

describe('an update that would give an attempt the order of another one', () => {
  const before = attempt({ ...unknown, ...unanswered })
  const taken = (of: Attempt, externalId: string | null) => withoutTakenOrder(of, { ...of, externalId }, at)

  test('takes nothing of it, and is put before an operator', () => {
    expect(taken(before, 'X2')).toMatchObject({
      state: 'unknown',
      externalId: null,
      foreignId: 'X2',
      ...cleared,
      ...review('foreign'),
      activity: [{ type: 'id_taken', externalId: 'X2' }, opened('foreign')],
    })
    expect(taken({ ...before, foreignId: 'X1' }, 'X2').foreignId).toBe('X1')
  })

  test('is dropped where it brings no other order', () => {
    expect(taken(before, null)).toBe(before)
    const known = attempt(placed)
    expect(taken(known, 'X1')).toBe(known)
  })
})

test('an order that an operator calls ours is looked up as ours', () => {
  const one = attempt({ ...absent, foreignId: 'X2', ...unanswered })
  expect(adopt(one, at)).toEqual({
    ...one,
    externalId: 'X2',
    foreignId: null,
    knownToExist: true,
    doubtedAt: at,
    ...cleared,
  })
})

describe('the same review', () => {
  const resolved = (by: 'operator' | 'automatic'): Attempt =>
    attempt({ ...placed, review: { reason: 'contradiction', at: 1, resolved: { at: 2, by, note: '' } } })
  const other: AttemptUpdate = {
    type: 'lookup_found',
    order: {
      externalId: 'X2',
      status: 'Created',
      amount: null,
      currency: null,
      history: [],
      externalParams: null,
    },
  }

  test('opens again after an update had resolved it', () => {
    expect(applyUpdate(resolved('automatic'), other, at, policy)).toMatchObject(review('contradiction'))
  })

  test('stays as an operator has resolved it, or open since it was opened', () => {
    for (const one of [resolved('operator'), attempt({ ...placed, ...review('contradiction', 1) })])
      expect(applyUpdate(one, other, at, policy).review).toEqual(one.review)
  })

  test('covers an outcome that is not decided either, while it is open', () => {
    const fails: AttemptUpdate = { type: 'lookup_failed', cause: 'server' }
    const covered = attempt({ ...unknown, ...review('foreign', 1) })
    expect(applyUpdate(covered, fails, overdue, policy).review).toEqual(covered.review)
    const decided = attempt({
      ...unknown,
      review: { reason: 'foreign', at: 1, resolved: { at: 2, by: 'operator', note: '' } },
    })
    expect(applyUpdate(decided, fails, overdue, policy)).toMatchObject(review('unresolved', overdue))
  })
})

test('a new attempt is sent once, and its lookup is due when its response can no longer come', () => {
  const sent = newAttempt(
    {
      n: 1,
      externalTransactionId: 't',
      method: 'transfer',
      profile: 'p2p',
      pipeline: 'p2p',
      customer: 'c-7',
      tolerance: '0',
      amount: { value: '1', currency: 'UAH' },
      body: 'sealed',
    },
    checkout(),
    { at, jitter: 0 },
    policy,
  )
  expect(sent).toMatchObject({ state: 'sending', sendCount: 1, sentAt: at, firstSentAt: at, customer: 'c-7' })
  expect(sent.nextLookupAt).toBe(at + policy.timeoutMs + policy.createGraceMs)
  expect(sent).toMatchObject({ claims: [], history: [], activity: [{ type: 'create_sent', at, count: 1 }] })
})
