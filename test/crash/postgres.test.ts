import { afterAll, describe, test } from 'vitest'
import { inFull, isFull } from '../support/full.ts'
import { startPostgres } from '../support/postgres.ts'
import { startSandbox } from '../support/processes.ts'
import { stopAt } from './flow.ts'
import { startEventReceiver } from './shop.ts'

const [postgres, sandbox] = await Promise.all([startPostgres(), startSandbox()])
afterAll(async () => {
  await sandbox.stop()
  await postgres.end()
})

const context = async () => ({
  sandbox,
  events: await startEventReceiver(),
  database: await postgres.database(),
})

// Concurrent, because these tests mostly wait.
describe.concurrent('on PostgreSQL', { timeout: 3_600_000 }, () => {
  test.runIf(isFull).each([
    ['transfer and approved payout', [4, 8]],
    ['form', [3]],
    ['saved card', [5]],
  ] as const)('a server killed at any step loses and repeats nothing: %s', (flow, steps) =>
    stopAt(flow, steps, 'SIGKILL', { twoServers: false, concurrency: 1, context }),
  )

  test.each([['saved card', [5]], ...inFull(['form', [5]], ['transfer and payout', [2]])] as const)(
    'if one of two servers is killed, the other continues: %s',
    (flow, steps) => stopAt(flow, steps, 'SIGKILL', { twoServers: true, concurrency: 1, context }),
  )

  // It waits for leases of twelve seconds; the simulator freezes processes in every run.
  test.runIf(isFull).each([
    ['transfer and payout', [1, 3, 5]],
    ['form', [2]],
    ['saved card', [3, 5]],
  ] as const)('a server suspended past its leases cannot overwrite what another did: %s', (flow, steps) =>
    stopAt(flow, steps, 'SIGSTOP', { twoServers: true, concurrency: 3, context }),
  )
})
