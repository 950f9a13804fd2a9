/**
 * Runs many random histories against the rules of money:
 * `npm run soak -- --store memory|sqlite|postgres --histories 5000 --seed 7`.
 * Stops at the first failure and prints its seed and the smallest history that fails.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { z } from 'zod'
import { memoryStore, type Store } from '../src/server/index.ts'
import { postgresStore } from '../src/server/postgres/index.ts'
import { sqliteStore } from '../src/server/sqlite/index.ts'
import { history, runHistory } from '../test/server/model/history.ts'
import { startPostgres } from '../test/support/postgres.ts'

const Options = z.object({
  store: z.enum(['memory', 'sqlite', 'postgres']).default('memory'),
  histories: z.coerce.number().int().positive().default(100_000),
  seed: z.coerce
    .number()
    .int()
    .default(Date.now() % 2 ** 31),
})

/** An empty store for each history. */
interface Stores {
  use(run: (store: Store) => Promise<void>): Promise<void>
  close(): Promise<void>
}

const memoryStores = (): Stores => ({ use: (run) => run(memoryStore()), close: async () => undefined })

async function sqliteStores(): Promise<Stores> {
  const folder = await mkdtemp(join(tmpdir(), 'paypane-soak-'))
  let created = 0
  return {
    async use(run) {
      const path = join(folder, `${++created}.db`)
      const store = sqliteStore(path)
      await store.open()
      try {
        await run(store)
      } finally {
        await store.close()
        for (const suffix of ['', '-wal', '-shm']) await rm(path + suffix, { force: true })
      }
    },
    close: () => rm(folder, { recursive: true, force: true }),
  }
}

async function postgresStores(): Promise<Stores> {
  const postgres = await startPostgres()
  const url = await postgres.database()
  const store = postgresStore(url)
  await store.open()
  return {
    async use(run) {
      await postgres.query(
        url,
        'TRUNCATE entries, attempts, callbacks, events, event_tries, cards, removed_cards',
      )
      await run(store)
    },
    async close() {
      await store.close()
      await postgres.end()
    },
  }
}

const openStores = { memory: memoryStores, sqlite: sqliteStores, postgres: postgresStores }
const batch = 500
const print = (line: string) => process.stdout.write(`${line}\n`)

const { values } = parseArgs({
  options: { store: { type: 'string' }, histories: { type: 'string' }, seed: { type: 'string' } },
})
const { store, histories, seed: first } = Options.parse(values)
const stores = await openStores[store]()
print(`${histories} histories on ${store} from seed ${first}`)
const startedAt = Date.now()
try {
  for (let done = 0; done < histories; done += batch) {
    const numRuns = Math.min(batch, histories - done)
    const seed = first + done / batch
    await fc.assert(
      fc.asyncProperty(history, (steps) => stores.use((one) => runHistory(steps, one))),
      { numRuns, seed },
    )
    const seconds = (Date.now() - startedAt) / 1000
    print(
      `${done + numRuns} of ${histories}, seed ${seed}, ${seconds.toFixed(0)} s, ${((done + numRuns) / seconds).toFixed(0)} a second`,
    )
  }
} finally {
  await stores.close()
}
process.exit(0)
