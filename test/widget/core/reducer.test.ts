import { describe, expect, test } from 'vitest'
import type { ViewMembers } from '../../../src/contract/view.ts'
import {
  canStartAgain,
  choiceCount,
  choiceToFillIn,
  hasReportFailed,
  initialState,
  isAttemptsLimit,
  isReportedSent,
  lostConnection,
  needsReplace,
  reduce,
  type SessionEvent,
  type SessionState,
} from '../../../src/widget/core/reducer.ts'
import { start, validView } from './fake-page.ts'

type Changed = Partial<ViewMembers>

const choosing = { status: 'choosing', attempts: 0, method: null } as const
const succeeded = {
  status: 'succeeded',
  final: true,
  pollAfter: null,
  paid: { value: '1250.00', currency: 'UAH' },
} as const
const failedWith = (key: string, code: string | null = null): Changed => ({
  status: 'failed',
  reason: { code, group: 'none', key },
})
const fields = { transfer: [{ key: 'email', kind: 'email', required: true }] } satisfies ViewMembers['fields']
const transfer = { method: 'transfer' } as const
const savedCards = [
  { id: 'c1', label: 'one' },
  { id: 'c2', label: 'two' },
]

const withView = (changed: Changed = {}, state: Partial<SessionState> = {}): SessionState => ({
  ...initialState,
  view: validView(changed),
  ...state,
})
const receive = (state: SessionState, changed: Changed = {}) =>
  reduce(state, { type: 'view', view: validView(changed), receivedAt: start })
/** The states after these views, of which the first opens the session. */
const receiveAll = (...views: Changed[]) => views.reduce(receive, initialState)

/** A state in which every event has something to change. */
const busy = withView(
  { savedCards },
  {
    failureCount: 3,
    isOffline: true,
    lastFailure: 'server',
    blockingError: 'notFound',
    starting: transfer,
    fillingIn: transfer,
    fieldErrors: [{ key: 'email', rule: 'refused' }],
    deletingCard: 'c1',
    actionError: 'startFailed',
    choosingAgain: true,
    unsentReport: { attempt: 1, sent: false },
    reportFailureCount: 2,
  },
)
const report = { attempt: 1, sent: true }
const connected = { failureCount: 0, isOffline: false, lastFailure: null, blockingError: null }
const fieldErrors = [{ key: 'name', rule: 'pattern' }]
const form = { method: 'form' } as const

test('a session begins with nothing known, and nothing happening', () => {
  expect(initialState).toEqual({
    ...{ view: null, preview: null, unconfirmed: false, failureCount: 0, isOffline: false },
    ...{ lastFailure: null, blockingError: null, starting: null, fillingIn: null, fieldErrors: [] },
    ...{ deletingCard: null, actionError: null, choosingAgain: false, sentReport: null },
    ...{ unsentReport: null, reportFailureCount: 0 },
    ...{ wasFailedOrExpired: false, changedAt: null, mayHavePaid: false, clockOffset: 0 },
  })
})

test.each<[SessionEvent, Partial<SessionState>]>([
  [{ type: 'unchanged', date: null, receivedAt: start }, connected],
  [{ type: 'deleted', receivedAt: start }, {}],
  [{ type: 'fieldsInvalid', receivedAt: start }, {}],
  [
    { type: 'failed', failure: 'network', receivedAt: start },
    { failureCount: 4, lastFailure: 'network' },
  ],
  [
    { type: 'rejected', errorCode: 'forbidden', receivedAt: start },
    { ...connected, blockingError: 'forbidden', starting: null },
  ],
  [
    { type: 'fillingIn', choice: form, errors: fieldErrors },
    { starting: null, fillingIn: form, fieldErrors, actionError: null },
  ],
  [
    { type: 'startRequested', choice: form },
    { starting: form, fillingIn: form, fieldErrors: [], actionError: null },
  ],
  [
    { type: 'actionError', error: 'attemptsLimit' },
    { starting: null, actionError: 'attemptsLimit' },
  ],
  [
    { type: 'actionError', error: 'notReplaceable' },
    { starting: null, actionError: 'notReplaceable', choosingAgain: false, fillingIn: null },
  ],
  [
    { type: 'deletingCard', cardId: 'c2' },
    { deletingCard: 'c2', actionError: null },
  ],
  [
    { type: 'deletingCard', cardId: 'c2', outcome: 'failed' },
    { deletingCard: null, actionError: 'deleteCardFailed' },
  ],
  [
    { type: 'deletingCard', cardId: 'c2', outcome: 'deleted' },
    { deletingCard: null, actionError: null, view: validView({ savedCards: savedCards.slice(0, 1) }) },
  ],
  [{ type: 'choosingAgain', enabled: false }, { choosingAgain: false }],
  [
    { type: 'reportedSent', sent: true },
    { sentReport: report, unsentReport: report, reportFailureCount: 0 },
  ],
  [{ type: 'reportAnswered', failed: true }, { reportFailureCount: 3 }],
  [
    { type: 'reportAnswered', failed: false },
    { unsentReport: null, reportFailureCount: 0 },
  ],
])('%j changes nothing else', (event, changes) => {
  expect(reduce(busy, event)).toEqual({ ...busy, ...changes })
})

test('a device without a network is offline until the next response', () => {
  const offline = reduce(initialState, { type: 'offline' })
  expect(offline).toEqual({ ...initialState, isOffline: true })
  expect(receive(offline).isOffline).toBe(false)
})

test('without a view there is nothing to report and no card to delete', () => {
  const reported = reduce(initialState, { type: 'reportedSent', sent: true })
  const deleted = reduce(reported, { type: 'deletingCard', cardId: 'c1', outcome: 'deleted' })
  expect(deleted).toEqual(initialState)
})

test('a card of a view without saved cards is deleted from none', () => {
  const state = reduce(withView({ savedCards: undefined }), {
    type: 'deletingCard',
    cardId: 'c1',
    outcome: 'deleted',
  })
  expect(state.view?.savedCards).toEqual([])
})

test.each<[Partial<SessionState>, ReturnType<typeof lostConnection>]>([
  [{}, null],
  [{ failureCount: 1, lastFailure: 'network' }, null],
  [{ failureCount: 2, lastFailure: 'network' }, 'connectionLost'],
  [{ failureCount: 2, lastFailure: 'rateLimited' }, null],
  [{ isOffline: true, failureCount: 2, lastFailure: 'network' }, 'offline'],
])('the lost connection of %j is %j', (state, lost) => {
  expect(lostConnection({ ...initialState, ...state })).toBe(lost)
})

test.each<[string, SessionState, boolean]>([
  ['before the first view', initialState, false],
  ['of a pending view', withView(), false],
  ['of another reason', withView(failedWith('limit')), false],
  ['of a reason that says so', withView(failedWith('attempts-limit')), true],
  ['of a start that it refused', withView({}, { actionError: 'attemptsLimit' }), true],
  ['of a start that failed', withView({}, { actionError: 'startFailed' }), false],
])('whether the attempts limit is reached: %s', (_, state, expected) => {
  expect(isAttemptsLimit(state)).toBe(expected)
})

test.each<[string, Changed, SessionState['sentReport'], boolean]>([
  ['of no report', {}, null, false],
  ['of this attempt', {}, { attempt: 1, sent: true }, true],
  ['of another attempt', {}, { attempt: 2, sent: true }, false],
  ['of another device', { reportedSentAt: '2026-11-20T11:58:00Z' }, null, true],
  ['taken back', { reportedSentAt: '2026-11-20T11:58:00Z' }, { attempt: 1, sent: false }, false],
  ['of an expired, watched attempt', { status: 'expired' }, { attempt: 1, sent: true }, true],
  ['of an attempt that has ended', { status: 'expired', final: true }, { attempt: 1, sent: true }, false],
  ['of a failed attempt', failedWith('limit'), { attempt: 1, sent: true }, false],
])('whether a report counts as sent: one %s', (_, changed, sentReport, expected) => {
  expect(isReportedSent(withView(changed, { sentReport }))).toBe(expected)
})

test.each([
  [1, { attempt: 1, sent: true }, true],
  [0, { attempt: 1, sent: true }, false],
  [1, { attempt: 2, sent: true }, false],
  [1, { attempt: 1, sent: false }, false],
  [1, null, false],
])('after %i failures of the report %j, the payer reads it: %s', (count, unsentReport, expected) => {
  expect(hasReportFailed(withView({}, { unsentReport, reportFailureCount: count }))).toBe(expected)
})

test.each([
  [false, undefined, false, false],
  [false, false, false, false],
  [false, true, true, true],
  [true, false, false, true],
  [true, true, false, true],
])(
  'with retry %s and canReplace %s, replacing is needed: %s; the payer may start: %s',
  (retry, canReplace, replaces, starts) => {
    const state = withView({ retry, canReplace })
    expect([needsReplace(validView({ retry, canReplace })), canStartAgain(state)]).toEqual([replaces, starts])
    expect(canStartAgain({ ...state, actionError: 'attemptsLimit' })).toBe(false)
  },
)

test('nobody starts again before the first view', () => {
  expect(canStartAgain(initialState)).toBe(false)
})

test.each([
  [undefined, 2],
  [[], 2],
  [savedCards, 4],
])('the saved cards %j and two methods are %i choices', (cards, count) => {
  expect(choiceCount(validView({ savedCards: cards }))).toBe(count)
})

describe('the fields to fill in', () => {
  const one: Changed = { ...choosing, methods: ['transfer'], fields }
  test.each<[string, SessionState, unknown]>([
    ['before the first view', { ...initialState, fillingIn: transfer }, null],
    ['of the only method', withView(one), transfer],
    ['of the only method without fields', withView({ ...one, fields: undefined }), null],
    ['of one of two methods', withView({ ...one, methods: ['transfer', 'form'] }), null],
    ['of a method beside saved cards', withView({ ...one, savedCards }), null],
    ['of no method', withView({ ...one, methods: [] }), null],
    ['of a saved card alone', withView({ ...one, methods: [], savedCards: savedCards.slice(1) }), null],
    ['of a chosen method', withView({ ...choosing, fields }, { fillingIn: transfer }), transfer],
    ['of a chosen method without fields', withView({ ...choosing, fields }, { fillingIn: form }), null],
    ['of an open attempt', withView({ fields }, { fillingIn: transfer }), null],
    ['of an attempt to retry', withView({ fields, retry: true }, { fillingIn: transfer }), transfer],
    [
      'of an attempt to retry, unchosen',
      withView({ ...one, ...{ status: 'pending', attempts: 1 }, retry: true }),
      null,
    ],
  ])('%s', (_, state, expected) => {
    expect(choiceToFillIn(state)).toEqual(expected)
  })
})

describe('a received view', () => {
  test('ends what was going on, and a new attempt ends what the payer was choosing', () => {
    expect(receive({ ...busy, unconfirmed: true }, { savedCards })).toMatchObject({
      ...{ ...connected, starting: null, unconfirmed: false },
      ...{
        fillingIn: transfer,
        fieldErrors: busy.fieldErrors,
        choosingAgain: true,
        actionError: 'startFailed',
      },
    })
    for (const changed of [{ attempts: 2 }, { status: 'expired' } as const])
      expect(receive({ ...busy, starting: null }, changed)).toMatchObject({
        ...{ fillingIn: null, fieldErrors: [], choosingAgain: false, actionError: null },
        changedAt: validView().now,
      })
  })

  test('that is the first, or confirms the page’s HTML, is no change of status', () => {
    expect(receive(initialState).changedAt).toBeNull()
    expect(receive(withView({ status: 'expired' }, { unconfirmed: true })).changedAt).toBeNull()
  })

  test.each<[string, SessionState, Changed, string]>([
    ['revokes no success', withView(succeeded), {}, 'succeeded'],
    ['follows a success of another checkout', withView(succeeded), { id: 'co_2' }, 'pending'],
    ['corrects a success of the page’s HTML', withView(succeeded, { unconfirmed: true }), {}, 'pending'],
    ['replaces any other status', withView(failedWith('limit')), {}, 'pending'],
  ])('%s', (_, state, changed, status) => {
    expect(receive(state, changed).view?.status).toBe(status)
  })

  test('of a success replaces that of before', () => {
    expect(receive(withView(succeeded), { ...succeeded, order: '7' }).view?.order).toBe('7')
  })

  const preparing = { status: 'preparing', method: 'form' } as const
  const changedBefore = { actionError: 'methodChanged' } as const
  test.each<[string, SessionState, Changed, string | null]>([
    ['that was requested', withView(choosing, { starting: form }), {}, 'methodChanged'],
    [
      'that was requested, while it is prepared',
      withView(choosing, { starting: transfer }),
      preparing,
      'methodChanged',
    ],
    ['that was prepared', withView(preparing), {}, 'methodChanged'],
    ['that was started', withView(choosing, { starting: transfer }), {}, null],
    ['that was pending', withView({ method: 'form' }), { attempts: 2 }, null],
    ['that failed', withView(choosing, { starting: form }), failedWith('limit'), null],
    ['without a name', withView(choosing, { starting: form }), { method: null }, null],
    [
      'of an attempt whose other method is shown',
      withView({ ...preparing, ...transfer }, changedBefore),
      {},
      'methodChanged',
    ],
    ['of the attempt before', withView({}, changedBefore), { attempts: 2 }, null],
    ['of a failed start', withView({ ...preparing, ...transfer }, { actionError: 'startFailed' }), {}, null],
  ])('says whether the server took another method than one %s', (_, state, changed, actionError) => {
    expect(receive(state, changed).actionError).toBe(actionError)
  })

  test.each([
    [true, undefined, true],
    [true, '2026-11-20T11:58:00Z', false],
    [false, undefined, false],
    [false, '2026-11-20T11:58:00Z', true],
  ])('with a report %s and its time %s keeps the report: %s', (sent, reportedSentAt, isKept) => {
    const sentReport = { attempt: 1, sent }
    expect(receive(withView({}, { sentReport }), { reportedSentAt }).sentReport).toBe(
      isKept ? sentReport : null,
    )
  })

  test.each<[boolean, Changed[]]>([
    [false, [{}]],
    [true, [failedWith('limit')]],
    [true, [{ status: 'expired' }]],
    [true, [{ status: 'expired' }, {}]],
    [true, [failedWith('limit'), succeeded]],
    [false, [{ status: 'expired' }, { attempts: 2 }]],
    [false, [{}, {}]],
  ])('remembers a failure or expiry of this attempt: %s, after %j', (expected, views) => {
    expect(receiveAll(...views).wasFailedOrExpired).toBe(expected)
  })

  test.each<[boolean, Changed[]]>([
    [false, [choosing]],
    [true, [{}]],
    [true, [{}, choosing]],
    [false, [{ status: 'preparing' }]],
    [true, [{ status: 'preparing', attempts: 2 }]],
    [false, [choosing, { status: 'preparing', attempts: 2 }]],
    [true, [{ status: 'expired' }]],
    [false, [{ status: 'preparing' }, { status: 'expired' }]],
    [true, [{}, { status: 'expired' }]],
    [true, [choosing, {}]],
    [true, [choosing, succeeded]],
    [false, [failedWith('no-route')]],
    [true, [failedWith('no-route', '1.1')]],
    [true, [failedWith('some-limit')]],
    [true, [failedWith('limit-of-bank')]],
    [true, [{ ...failedWith('no-route'), attempts: 2 }]],
    [false, [choosing, { ...failedWith('no-route'), attempts: 2 }]],
  ])('says whether money may be on its way: %s, after %j', (expected, views) => {
    expect(receiveAll(...views).mayHavePaid).toBe(expected)
  })

  test('takes nothing from what the page’s HTML said of money', () => {
    const rendered = withView({}, { unconfirmed: true, mayHavePaid: true, wasFailedOrExpired: true })
    expect(receive(rendered, choosing)).toMatchObject({ mayHavePaid: false, wasFailedOrExpired: false })
  })
})

test.each<[number, string | null, number]>([
  [0, null, 0],
  [0, 'noon', 0],
  [0, '2026-11-20T12:00:02Z', 0],
  [0, '2026-11-20T12:00:03Z', 3000],
  [5000, '2026-11-20T12:00:03Z', 5000],
  [5000, '2026-11-20T12:00:02Z', 2000],
  [5000, '2026-11-20T11:59:56Z', -4000],
])('a clock offset of %i becomes, by a response at %s, %i', (clockOffset, date, expected) => {
  const state = { ...initialState, clockOffset }
  expect(reduce(state, { type: 'unchanged', date, receivedAt: start }).clockOffset).toBe(expected)
})
