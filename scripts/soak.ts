/**
 * Runs many random histories against the rules of money:
 * `npm run soak -- --store memory|sqlite|postgres --histories 5000 --seed 7`.
 * Stops at the first failure and prints its seed and the smallest history that fails.
 */
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { z } from 'zod'
import { history, runHistory } from '../test/server/model/history.ts'
import { openEmptyStores } from '../test/support/empty-stores.ts'

const Options = z.object({
  store: z.enum(['memory', 'sqlite', 'postgres']).default('memory'),
  histories: z.coerce.number().int().positive().default(100_000),
  seed: z.coerce
    .number()
    .int()
    .default(Date.now() % 2 ** 31),
})

const batch = 500
const print = (line: string) => process.stdout.write(`${line}\n`)

const { values } = parseArgs({
  options: { store: { type: 'string' }, histories: { type: 'string' }, seed: { type: 'string' } },
})
const { store, histories, seed: first } = Options.parse(values)
const stores = await openEmptyStores[store]()
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
