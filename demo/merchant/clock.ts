import { type Clock, systemClock } from 'paypane/server'

/** A clock that can be turned forward; what falls due on the way happens at once. */
export interface TurnableClock extends Clock {
  turn(seconds: number): void
}

interface Timer {
  dueAt: number
  call: () => void
  cancel: () => void
}

/** The machine's own clock, so many seconds ahead. */
export function turnableClock(aheadSeconds = 0): TurnableClock {
  const timers = new Set<Timer>()
  let aheadMs = aheadSeconds * 1000
  const now = () => systemClock.now() + aheadMs

  const arm = (timer: Timer) => {
    timer.cancel = systemClock.after(Math.max(0, timer.dueAt - now()), () => {
      timers.delete(timer)
      timer.call()
    })
  }

  return {
    now,
    after(ms, call) {
      const timer: Timer = { dueAt: now() + ms, call, cancel: () => undefined }
      timers.add(timer)
      arm(timer)
      return () => {
        timers.delete(timer)
        timer.cancel()
      }
    },
    turn(seconds) {
      aheadMs += seconds * 1000
      for (const timer of timers) {
        timer.cancel()
        arm(timer)
      }
    },
  }
}
