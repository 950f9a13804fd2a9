import { type Clock, systemClock } from 'paypane/server'

/** A clock that can be advanced; timers that become due fire at once. */
export interface OffsetClock extends Clock {
  advance(seconds: number): void
}

interface Timer {
  dueAt: number
  callback: () => void
  cancel: () => void
}

export function createOffsetClock(offsetSeconds = 0): OffsetClock {
  const timers = new Set<Timer>()
  let offsetMs = offsetSeconds * 1000
  const now = () => systemClock.now() + offsetMs

  const schedule = (timer: Timer) => {
    timer.cancel = systemClock.after(Math.max(0, timer.dueAt - now()), () => {
      timers.delete(timer)
      timer.callback()
    })
  }

  return {
    now,
    after(ms, callback) {
      const timer: Timer = { dueAt: now() + ms, callback, cancel: () => undefined }
      timers.add(timer)
      schedule(timer)
      return () => {
        timers.delete(timer)
        timer.cancel()
      }
    },
    advance(seconds) {
      offsetMs += seconds * 1000
      for (const timer of timers) {
        timer.cancel()
        schedule(timer)
      }
    },
  }
}
