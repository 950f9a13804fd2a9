import '../backend/zod-jitless.ts'
import { runCrowd, type Step } from '../../test/simulator/crowd.ts'
import { removedGuard } from './guards.ts'
import type { FromWorker, Pace, ToWorker } from './protocol.ts'
import type { Settings } from './settings.ts'

/** Virtual milliseconds in a real one. */
const speeds = { payers: 40, settling: 3600, over: 3600 }
const frameMs = 16

let pace: Pace = 'paused'
let onPace = Promise.withResolvers<void>()
const post = (message: FromWorker): void => postMessage(message)

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.type === 'run') {
    void run(data.settings)
    return
  }
  pace = data.pace
  onPace.resolve()
  onPace = Promise.withResolvers<void>()
})

async function run({ seed, guard, payers, ...conditions }: Settings): Promise<void> {
  Reflect.set(globalThis, removedGuard, guard)
  let steps: Step[] = []
  let postedAt = performance.now()
  let dueAt = postedAt
  let before = 0
  const send = (): void => {
    post({ type: 'steps', steps })
    steps = []
    postedAt = performance.now()
  }

  async function onStep(step: Step): Promise<void> {
    steps.push(step)
    const now = performance.now()
    dueAt = Math.max(now, dueAt + (step.at - before) / speeds[step.phase])
    before = step.at
    const waitMs = pace === 'shown' ? dueAt - now : 0
    if (waitMs > 0 || pace === 'paused' || now - postedAt >= frameMs || step.phase === 'over') send()
    if (waitMs > 0)
      await Promise.race([new Promise((resolve) => setTimeout(resolve, waitMs)), onPace.promise])
    // Messages are received between steps.
    else if (steps.length === 0) await new Promise((resolve) => setTimeout(resolve, 0))
    while (pace === 'paused') await onPace.promise
  }

  try {
    await runCrowd({ seed, payers, ...conditions }, onStep)
  } catch (error) {
    post({ type: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
}
