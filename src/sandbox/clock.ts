/** Where time comes from. Injected in tests: `frozenTime` moves only when the clock is turned. */
export interface TimeSource {
  /** Milliseconds since the epoch. */
  now(): number
  /** Runs something later; answers how to call it off. */
  after(milliseconds: number, run: () => void): () => void
}

const longestTimeout = 2 ** 31 - 1

export const realTime: TimeSource = {
  now: () => Date.now(),
  after(milliseconds, run) {
    const timer = setTimeout(run, Math.min(milliseconds, longestTimeout))
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
  at: number
  task: Task
}

/** The clock with its diary: what is to happen when, and what is happening now. */
export interface Diary extends Clock {
  /** Does a task now, and counts it as in hand until it ends. */
  start(task: Task): Promise<void>
  at(time: number, task: Task): void
  /** Resolves when nothing is in hand. */
  idle(): Promise<void>
  /** An empty diary on real time. */
  reset(): void
}

export function createDiary(time: TimeSource): Diary {
  let offset = 0
  let jobs: Job[] = []
  let callOff: () => void = () => undefined
  let turning = Promise.resolve()
  const inHand = new Set<Promise<void>>()

  const now = () => time.now() + offset

  const start = (task: Task) => {
    const running = Promise.resolve(task()).finally(() => inHand.delete(running))
    inHand.add(running)
    return running
  }

  const takeDue = (until: number): Job | undefined => {
    const first = jobs[0]
    return first && first.at <= until ? jobs.shift() : undefined
  }

  /** Real time flows too: wake for the next entry. */
  const arm = () => {
    callOff()
    const first = jobs[0]
    if (first) callOff = time.after(Math.max(0, first.at - now()), wake)
  }
  const wake = () => {
    for (let job = takeDue(now()); job; job = takeDue(now())) void start(job.task)
    arm()
  }

  const idle = async () => {
    while (inHand.size > 0) await Promise.all(inHand)
  }

  const jumpTo = (moment: number) => {
    offset += Math.max(0, moment - now())
  }

  const turn = async (seconds: number) => {
    const target = now() + seconds * 1000
    await idle()
    for (let job = takeDue(target); job; job = takeDue(target)) {
      jumpTo(job.at)
      await start(job.task)
      await idle()
    }
    jumpTo(target)
    arm()
  }

  return {
    now,
    start,
    idle,
    at(moment, task) {
      const place = jobs.findLastIndex((job) => job.at <= moment) + 1
      jobs.splice(place, 0, { at: moment, task })
      arm()
    },
    advance(seconds) {
      turning = turning.then(() => turn(seconds))
      return turning
    },
    reset() {
      callOff()
      jobs = []
      offset = 0
    },
  }
}
