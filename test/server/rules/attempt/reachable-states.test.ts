import { expect, test } from 'vitest'
import { transitionsInTable, transitionsOf } from '../../../docs/states.ts'

test.each(['p2p', 'form', 'token', 'payout'] as const)(
  'updates move a %s exactly as in the table',
  (profile) => {
    expect(transitionsOf(profile)).toEqual(transitionsInTable(profile))
  },
)
