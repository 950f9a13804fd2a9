/** Where time comes from. Injected in tests: `frozenTime` moves only when the clock is turned. */
export interface TimeSource {
  /** Milliseconds since the epoch. */
  now(): number
  /** Runs something later; answers how to call it off. */
  after(milliseconds: number, callback: () => void): () => void
}

const maxTimeout = 2 ** 31 - 1

export const realTime: TimeSource = {
  now: () => Date.now(),
  after(milliseconds, callback) {
    const timer = setTimeout(callback, Math.min(milliseconds, maxTimeout))
    // In Node: what is due later keeps no process alive. In a page a timer is a number.
    if (typeof timer === 'object') timer.unref()
    return () => clearTimeout(timer)
  },
}

/**
 * Time that stands still: nothing scheduled runs until `clock.advance`.
 * @example
 * const sandbox = createSandbox({ clock: frozenTime() })
 * await sandbox.clock.advance(60)
 */
export const frozenTime = (start = Date.UTC(2026, 0, 1)): TimeSource => ({
  now: () => start,
  after: () => () => undefined,
})

/** The sandbox's clock, and how to turn it. */
export interface Clock {
  /** Milliseconds since the epoch, on the sandbox's clock. */
  now(): number
  /** Turns the clock and runs everything that falls due on the way, in its order; answers when all of it is done. */
  advance(seconds: number): Promise<void>
}

type Task = () => Promise<void> | void
interface Job {
  dueAt: number
  task: Task
}

/** The clock with its diary: what is to happen when, and what is happening now. */
export interface Scheduler extends Clock {
  /** Does a task now, and counts it as in hand until it ends. */
  run(task: Task): Promise<void>
  schedule(time: number, task: Task): void
  /** Resolves when nothing is in hand. */
  idle(): Promise<void>
  /** An empty diary on real time. */
  reset(): void
}

export function createScheduler(timeSource: TimeSource): Scheduler {
  let offset = 0
  let jobs: Job[] = []
  let cancelTimer: () => void = () => undefined
  let advancing = Promise.resolve()
  const running = new Set<Promise<void>>()

  const now = () => timeSource.now() + offset

  const run = (task: Task) => {
    const promise = Promise.resolve(task()).finally(() => running.delete(promise))
    running.add(promise)
    return promise
  }

  const takeDue = (until: number): Job | undefined => {
    const first = jobs[0]
    return first && first.dueAt <= until ? jobs.shift() : undefined
  }

  /** Real time flows too: wake for the next entry. */
  const setTimer = () => {
    cancelTimer()
    const first = jobs[0]
    if (first) cancelTimer = timeSource.after(Math.max(0, first.dueAt - now()), runDueJobs)
  }
  const runDueJobs = () => {
    for (let job = takeDue(now()); job; job = takeDue(now())) void run(job.task)
    setTimer()
  }

  const idle = async () => {
    while (running.size > 0) await Promise.all(running)
  }

  const jumpTo = (time: number) => {
    offset += Math.max(0, time - now())
  }

  const advanceBy = async (seconds: number) => {
    const target = now() + seconds * 1000
    await idle()
    for (let job = takeDue(target); job; job = takeDue(target)) {
      jumpTo(job.dueAt)
      await run(job.task)
      await idle()
    }
    jumpTo(target)
    setTimer()
  }

  return {
    now,
    run,
    idle,
    schedule(time, task) {
      const index = jobs.findLastIndex((job) => job.dueAt <= time) + 1
      jobs.splice(index, 0, { dueAt: time, task })
      setTimer()
    },
    advance(seconds) {
      advancing = advancing.then(() => advanceBy(seconds))
      return advancing
    },
    reset() {
      cancelTimer()
      jobs = []
      offset = 0
    },
  }
}
