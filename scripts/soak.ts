/**
 * Runs many random histories against the rules of money: `npm run soak`, or `SOAK=5000 SEED=7 npm run soak`.
 * Stops at the first failure and prints its seed and the smallest history that fails.
 */
import fc from 'fast-check'
import { memoryStore } from '../src/server/index.ts'
import { history, runHistory } from '../test/server/model/history.ts'

const total = Number(process.env['SOAK'] ?? 100_000)
const first = Number(process.env['SEED'] ?? Date.now() % 2 ** 31)
const batch = 500
const print = (line: string) => process.stdout.write(`${line}\n`)

print(`${total} histories from seed ${first}`)
const startedAt = Date.now()
for (let done = 0; done < total; done += batch) {
  const numRuns = Math.min(batch, total - done)
  const seed = first + done / batch
  await fc.assert(
    fc.asyncProperty(history, (steps) => runHistory(steps, memoryStore())),
    { numRuns, seed },
  )
  const seconds = (Date.now() - startedAt) / 1000
  print(
    `${done + numRuns} of ${total}, seed ${seed}, ${seconds.toFixed(0)} s, ${((done + numRuns) / seconds).toFixed(0)} a second`,
  )
}
process.exit(0)
