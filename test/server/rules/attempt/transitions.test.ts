import { describe, expect, test } from 'vitest'
import {
  nextState,
  normalizeStatus,
  type StateInput,
  stateInputs,
} from '../../../../src/server/rules/attempt/transitions.ts'
import { AttemptState } from '../../../../src/server/rules/model.ts'

const profiles = ['p2p', 'form', 'token', 'payout'] as const
const everyCase = AttemptState.options.flatMap((state) =>
  profiles.flatMap((profile) => stateInputs.map((input) => ({ state, profile, input }))),
)
const next = (state: AttemptState, profile: (typeof profiles)[number], input: StateInput) =>
  nextState({ state, profile }, input)

describe('the transition table, for every input in every state of every profile', () => {
  test('success is never reversed', () => {
    for (const { profile, input } of everyCase)
      expect(['succeeded', 'contradiction']).toContain(next('succeeded', profile, input))
  })

  test('failed is final, except that a transfer can be corrected', () => {
    for (const { profile, input } of everyCase) {
      const isReported = input === 'found_success' || input === 'callback_success'
      const isSuccess = isReported || input === 'success_accepted'
      const contradicts = isReported || input === 'found_unclear'
      const expected =
        profile === 'p2p' ? (isSuccess ? 'succeeded' : 'failed') : contradicts ? 'contradiction' : 'failed'
      expect(next('failed', profile, input)).toBe(expected)
    }
  })

  test('a placed order never becomes unknown or absent', () => {
    for (const { profile, input } of everyCase)
      expect(['placed', 'failed', 'succeeded']).toContain(next('placed', profile, input))
  })

  test('only a success that a lookup or a callback reports, or an operator accepts, leads to succeeded', () => {
    for (const { state, profile, input } of everyCase) {
      if (state === 'succeeded' || next(state, profile, input) !== 'succeeded') continue
      expect(['found_success', 'callback_success', 'success_accepted']).toContain(input)
    }
  })

  test('an order that a lookup finds is what the lookup says, whatever was known of it', () => {
    for (const state of ['sending', 'unknown', 'not_created', 'refused', 'placed'] as const)
      for (const profile of profiles)
        expect(
          (['found_pending', 'found_unclear', 'found_success', 'found_failed'] as const).map((input) =>
            next(state, profile, input),
          ),
        ).toEqual(['placed', 'placed', 'succeeded', 'failed'])
  })

  test('a late response to a create makes its outcome unknown again', () => {
    for (const state of ['sending', 'unknown', 'not_created', 'refused'] as const)
      for (const profile of profiles) expect(next(state, profile, 'create_placed_late')).toBe('unknown')
  })

  test('a request is sent again only while its outcome is unknown', () => {
    for (const { state, profile, input } of everyCase) {
      if (state === 'sending' || next(state, profile, input) !== 'sending') continue
      expect([state, input]).toEqual(['unknown', 'create_resent'])
    }
  })

  test('only an unknown create is discarded', () => {
    for (const { state, profile, input } of everyCase) {
      if (state === 'not_created' || next(state, profile, input) !== 'not_created') continue
      expect([state, input]).toEqual(['unknown', 'discarded'])
    }
  })

  test('a lookup that decides nothing moves nothing but a create in flight', () => {
    for (const { state, profile } of everyCase) {
      for (const input of ['undecided', 'not_found'] as const)
        expect(next(state, profile, input)).toBe(state === 'sending' ? 'unknown' : state)
    }
  })
})

test.each(['', 'success', 'SUCCESS', 'Paid', 'Completed', 'Success '])(
  'status %o is not success',
  (status) => {
    expect(normalizeStatus(status)).toBe('pending')
  },
)
