import fc from 'fast-check'
import { test } from 'vitest'
import { memoryStore } from '../../../src/server/index.ts'
import { history, runHistory } from './history.ts'

test('in any history the rules of money hold, and at rest the ledgers agree', { timeout: 300_000 }, () =>
  fc.assert(
    fc.asyncProperty(history, (one) => runHistory(one, memoryStore())),
    { numRuns: Number(process.env['HISTORIES'] ?? 500) },
  ),
)
