/** The time and its timers, given from outside so that tests turn them by hand. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Calls once after that many milliseconds. Returns how to cancel. */
  after(ms: number, callback: () => void): () => void
}

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms)
    return () => clearTimeout(timer)
  },
}
