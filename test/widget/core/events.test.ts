import { describe, expect, test } from 'vitest'
import type { ViewMembers } from '../../../src/contract/view.ts'
import { eventsBetween } from '../../../src/widget/core/events.ts'
import { initialState, type SessionState } from '../../../src/widget/core/reducer.ts'
import { validView } from './fake-page.ts'

const withView = (changed: Partial<ViewMembers>, state: Partial<SessionState> = {}): SessionState => ({
  ...initialState,
  view: validView(changed),
  ...state,
})
const claimIs = (state: 'open' | 'accepted', number = 'C-7') => ({ claim: { number, at: '', state } })
const failed = { status: 'failed', reason: { code: null, group: 'none', key: 'limit' } } as const
const paid = { value: '1250.00', currency: 'UAH' }
const succeeded = { status: 'succeeded', final: true, pollAfter: null, paid } as const

describe('the events of', () => {
  test.each<[string, SessionState, SessionState, string[]]>([
    ['a first view', initialState, withView({}), ['ready']],
    ['a first view that succeeded', initialState, withView(succeeded), ['ready', 'success']],
    ['a first view with a claim', initialState, withView(claimIs('open')), ['ready', 'claim']],
    ['a view of the page’s HTML', initialState, withView({}, { unconfirmed: true }), []],
    ['its confirmation', withView({}, { unconfirmed: true }), withView({}), ['ready']],
    ['an equal view', withView(failed), withView({ ...failed, now: 'later', pollAfter: 9 }), []],
    ['an expiry', withView({}), withView({ status: 'expired' }), ['change', 'expire']],
    ['a failure', withView({}), withView(failed), ['change', 'fail']],
    ['a change after a failure', withView(failed), withView({ ...failed, retry: true }), ['change']],
    ['another failure', withView(failed), withView({ ...failed, attempts: 2 }), ['change', 'fail']],
    ['a new claim', withView({}), withView(claimIs('open')), ['change', 'claim']],
    [
      'a claim as before',
      withView(claimIs('open')),
      withView({ ...claimIs('open'), retry: true }),
      ['change'],
    ],
    ['a claim decided', withView(claimIs('open')), withView(claimIs('accepted')), ['change', 'claim']],
    [
      'a second claim after an open one',
      withView(claimIs('open')),
      withView(claimIs('open', 'C-8')),
      ['change', 'claim'],
    ],
    ['a view that is gone', withView(claimIs('open')), initialState, []],
  ])('%s', (_, before, after, types) => {
    expect(eventsBetween(before, after)).toEqual(types.map((type) => ({ type, view: after.view })))
  })

  test('errors are one for each that is new', () => {
    const before = withView({}, { actionError: 'startFailed' })
    const after: SessionState = {
      ...before,
      ...{ blockingError: 'notFound', failureCount: 2, lastFailure: 'network' },
    }
    expect(eventsBetween(before, after)).toEqual([
      { type: 'error', code: 'notFound' },
      { type: 'error', code: 'connectionLost' },
    ])
    expect(eventsBetween(after, { ...after, failureCount: 3 })).toEqual([])
  })
})
