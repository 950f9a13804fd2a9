import { describe, expect, test } from 'vitest'
import { failureReason, reasonOf } from '../../../../src/server/rules/attempt/reason.ts'
import { attempt, serviceRefusal } from '../../store/fixtures.ts'

describe('why it failed', () => {
  const history = (...codes: [time: string | null, code: string | null][]) =>
    codes.map(([time, code]) => ({ time, action: null, code }))
  const early = '2026-01-01T00:00:00Z'
  const later = '2026-01-01T00:00:01Z'

  test.each([
    ['no history', history(), null, 'none'],
    ['no code is a failure', history([early, '1.0.0.00'], [later, null]), null, 'none'],
    ['the newest failure', history([early, '4.1.4.63'], [later, '4.1.4.61']), '4.1.4.61', null],
    ['in any order of the list', history([later, '4.1.4.61'], [early, '4.1.4.63']), '4.1.4.61', null],
    [
      'the last in the list, of the same time',
      history([early, '4.1.4.63'], [early, '4.1.4.61']),
      '4.1.4.61',
      null,
    ],
    [
      'one without a time counts as the oldest',
      history([early, '4.1.4.63'], [null, '4.1.4.61']),
      '4.1.4.63',
      null,
    ],
    [
      'one with a reason, before a newer without',
      history([early, '4.1.4.63'], [later, '4.1.4.00']),
      '4.1.4.63',
      null,
    ],
    ['one without a reason, where there is no other', history([early, '4.1.4.00']), '4.1.4.00', 'none'],
  ])('%s', (_, lines, code, group) => {
    const reason = reasonOf(attempt({ state: 'failed', history: lines }))
    expect(reason.code).toBe(code)
    if (group !== null) expect(reason.group).toBe(group)
    else expect(reason.group).not.toBe('none')
  })

  test.each([
    // HTTP status, label, code, statusDescription of the refusal; group and key of the reason
    [401, null, null, null, 'authorization', 'unauthorized'],
    [403, null, null, null, 'authorization', 'forbidden'],
    [422, null, null, null, 'business', 'balance'],
    [423, null, null, null, 'business', 'no-route'],
    [423, null, '1.2.4.9', null, 'business', 'currency'],
    [423, null, null, '2-00100-2', 'business', 'currency'],
    [400, 'LIMITS_ERROR', null, null, 'business', 'limit'],
    [400, 'VALIDATION_ERROR', null, null, 'technical', 'invalid-request'],
    [400, null, null, null, 'technical', 'invalid-request'],
    [404, null, '1.2.4.9', '2-00100-2', 'technical', 'invalid-request'],
  ])('refused with %i %s %s %s: %s, %s', (status, label, code, statusDescription, group, key) => {
    const refusal = serviceRefusal({ status, label, code, statusDescription })
    expect(reasonOf(attempt({ state: 'refused', refusal }))).toEqual({ code: null, group, key })
  })

  test('a refused order that was found later has its own reason', () => {
    const refusal = serviceRefusal({ label: 'LIMITS_ERROR' })
    const found = attempt({ state: 'failed', refusal, history: history([early, '4.1.4.63']) })
    expect(reasonOf(found).code).toBe('4.1.4.63')
  })

  test('only what has failed or was refused has a reason', () => {
    expect(failureReason(attempt({ state: 'failed' }))?.key).toBe('unspecified')
    expect(failureReason(attempt({ state: 'placed' }))).toBeNull()
  })
})
