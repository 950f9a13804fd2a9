import { test } from 'vitest'
import { memoryStore } from '../../../src/server/index.ts'
import { isFull } from '../../support/full.ts'
import { createLocalWorld, playSequences } from './acts.ts'

test('nobody exceeds a scope, approves their own payout or passes a limit', { timeout: 14_400_000 }, () =>
  playSequences(isFull ? 200 : 60, async () => ({
    async next() {
      const store = memoryStore()
      return createLocalWorld([store, store])
    },
    close: async () => undefined,
  })),
)
