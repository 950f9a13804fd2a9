import fc from 'fast-check'
import { test } from 'vitest'
import { memoryStore } from '../../../src/server/index.ts'
import { actRuns, playActs, sequence } from './acts.ts'

test('nobody exceeds a scope, approves the own payout or passes a limit', { timeout: 14_400_000 }, () =>
  fc.assert(
    fc.asyncProperty(sequence, (steps) => {
      const store = memoryStore()
      return playActs(steps, [store, store])
    }),
    actRuns(200),
  ),
)
