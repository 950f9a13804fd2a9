import type { TimeSource } from './clock.ts'

type Task = () => Promise<void> | void
interface Job {
  dueAt: number
  task: Task
}

/** Runs tasks at their due time on the sandbox's clock. */
export function createScheduler(timeSource: TimeSource) {
  let offset = 0
  let resets = 0
  let jobs: Job[] = []
  let cancelTimer: () => void = () => undefined
  let advancing = Promise.resolve()
  const running = new Set<Promise<void>>()

  const now = () => timeSource.now() + offset

  /** Runs a task now; `idle` waits for it. */
  function run(task: Task): Promise<void> {
    const promise: Promise<void> = Promise.resolve(task()).finally(() => running.delete(promise))
    running.add(promise)
    return promise
  }

  function takeDue(until: number): Job | undefined {
    const first = jobs[0]
    return first !== undefined && first.dueAt <= until ? jobs.shift() : undefined
  }

  /** Real time advances too: the timer fires when the next job is due. */
  function setTimer() {
    cancelTimer()
    const first = jobs[0]
    if (first !== undefined) cancelTimer = timeSource.after(Math.max(0, first.dueAt - now()), runDueJobs)
  }
  function runDueJobs() {
    for (let job = takeDue(now()); job; job = takeDue(now())) void run(job.task)
    setTimer()
  }

  /** Resolves when no task is running. */
  async function idle() {
    while (running.size > 0) await Promise.all(running)
  }

  function jumpTo(time: number) {
    offset += Math.max(0, time - now())
  }

  /** A reset ends it: the target is a time of the previous clock. */
  async function advanceBy(seconds: number, requestedAfter: number) {
    const target = now() + seconds * 1000
    await idle()
    while (resets === requestedAfter) {
      const job = takeDue(target)
      jumpTo(job?.dueAt ?? target)
      if (job === undefined) break
      await run(job.task)
      await idle()
    }
    setTimer()
  }

  return {
    now,
    run,
    idle,
    schedule(time: number, task: Task) {
      const index = jobs.findLastIndex((job) => job.dueAt <= time) + 1
      jobs.splice(index, 0, { dueAt: time, task })
      setTimer()
    },
    advance(seconds: number) {
      const requestedAfter = resets
      advancing = advancing.then(() => advanceBy(seconds, requestedAfter))
      return advancing
    },
    /** Drops all scheduled tasks and returns to the time source's time. */
    reset() {
      cancelTimer()
      jobs = []
      offset = 0
      resets += 1
    },
  }
}
export type Scheduler = ReturnType<typeof createScheduler>
