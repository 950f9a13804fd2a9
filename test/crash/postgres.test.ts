import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPostgres, type TestPostgres } from '../support/postgres.ts'
import { startSandbox } from '../support/processes.ts'
import { liveThrough, several } from './flow.ts'
import { listenToEvents } from './shop.ts'

let postgres: TestPostgres
let sandbox: Awaited<ReturnType<typeof startSandbox>>
beforeAll(async () => {
  ;[postgres, sandbox] = await Promise.all([startPostgres(), startSandbox()])
})
afterAll(async () => {
  await sandbox.stop()
  await postgres.end()
})

const all = process.env['CRASH'] === 'all'
const steps = (...some: number[]) => (all ? Array.from({ length: 60 }, (_, n) => n + 1) : some)

async function stopAt(
  at: readonly number[],
  signal: 'SIGKILL' | 'SIGSTOP',
  options: { together: boolean },
): Promise<void> {
  const stops: (string | null)[] = []
  await several(at, signal === 'SIGSTOP' ? 6 : 2, async (step) => {
    const events = await listenToEvents()
    try {
      const scene = { sandbox, events, database: await postgres.database() }
      stops.push(await liveThrough(scene, { at: step, signal }, options))
    } catch (error) {
      throw new Error(`${signal} at step ${step}`, { cause: error })
    } finally {
      await events.close()
    }
  })
  expect(stops.filter((stop) => stop !== null).length).toBeGreaterThan(at.length / 2)
}

// They mostly wait, so they wait together.
describe.concurrent('on PostgreSQL', { timeout: 900_000 }, () => {
  test('a server killed at any step loses nothing and doubles nothing', () =>
    stopAt(steps(1, 3, 4, 6, 8, 12), 'SIGKILL', { together: false }))

  test('of two servers one is killed; the other goes on', () =>
    stopAt(steps(2, 5, 9), 'SIGKILL', { together: true }))

  test('of two servers one freezes past its leases and wakes; nothing of its gets through', () =>
    stopAt(steps(1, 2, 3, 4, 5, 9), 'SIGSTOP', { together: true }))
})
