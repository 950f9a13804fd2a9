import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSandbox } from '../support/processes.ts'
import { liveThrough, several } from './flow.ts'
import { listenToEvents } from './shop.ts'

let folder: string
let sandbox: Awaited<ReturnType<typeof startSandbox>>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paypane-crash-'))
  sandbox = await startSandbox()
})
afterAll(async () => {
  await sandbox.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Every step in turn with `CRASH=all`; otherwise some, from the start of the flow to its end. */
const steps =
  process.env['CRASH'] === 'all'
    ? Array.from({ length: 60 }, (_, n) => n + 1)
    : [1, 2, 3, 4, 5, 7, 9, 12, 15, 18]

test('a server killed at any step loses nothing and doubles nothing: SQLite', {
  timeout: 600_000,
}, async () => {
  const stops: (string | null)[] = []
  await several(steps, 4, async (at) => {
    const events = await listenToEvents()
    const scene = { sandbox, events, database: `file:${join(folder, `${at}.db`)}` }
    try {
      stops.push(await liveThrough(scene, { at, signal: 'SIGKILL' }, { together: false }))
    } catch (error) {
      throw new Error(`killed at step ${at}`, { cause: error })
    } finally {
      await events.close()
    }
  })
  // Otherwise the steps were not met, and nothing was tried.
  expect(stops.filter((stop) => stop !== null).length).toBeGreaterThan(steps.length / 2)
})
