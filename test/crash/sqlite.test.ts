import { join } from 'node:path'
import { afterAll, describe, test } from 'vitest'
import { inFull } from '../support/full.ts'
import { newFolder } from '../support/new-folder.ts'
import { startSandbox } from '../support/processes.ts'
import { stopAt } from './flow.ts'
import { startEventReceiver } from './shop.ts'

const folder = newFolder(afterAll)
const sandbox = await startSandbox()
afterAll(() => sandbox.stop())

let databaseCount = 0
const context = async () => ({
  sandbox,
  events: await startEventReceiver(),
  database: `file:${join(folder, `${++databaseCount}.db`)}`,
})

// Concurrent, because these tests mostly wait.
describe.concurrent('on SQLite a server killed at any step loses and repeats nothing', {
  timeout: 3_600_000,
}, () => {
  test.each([
    ['transfer and approved payout', [3, 7]],
    ['saved card', [5]],
    ...inFull(['transfer and approved payout', [1, 5, 15]], ['form', [1, 4, 8]], ['saved card', [2, 9]]),
  ] as const)('%s', (flow, steps) =>
    stopAt(flow, steps, 'SIGKILL', { twoServers: false, concurrency: 2, context }),
  )
})
