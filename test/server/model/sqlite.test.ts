import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, test } from 'vitest'
import { sqliteStore } from '../../../src/server/sqlite/index.ts'
import { history, runHistory } from './history.ts'

let folder: string
let created = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paypane-model-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('the rules of money hold on SQLite', { timeout: 300_000 }, () =>
  fc.assert(
    fc.asyncProperty(history, async (one) => {
      const store = sqliteStore(join(folder, `${++created}.db`))
      await store.open()
      try {
        await runHistory(one, store)
      } finally {
        await store.close()
      }
    }),
    { numRuns: Number(process.env['HISTORIES'] ?? 80) },
  ),
)
