/** A source of time. Tests inject `frozenTime`, which moves only with `clock.advance`. */
export interface TimeSource {
  /** Milliseconds since the epoch. */
  now(): number
  /** Calls back once after the delay. Returns a function that cancels it. */
  after(milliseconds: number, callback: () => void): () => void
}

const maxTimeout = 2 ** 31 - 1

export const realTime: TimeSource = {
  now: () => Date.now(),
  after(milliseconds, callback) {
    const timer = setTimeout(callback, Math.min(milliseconds, maxTimeout))
    // In Node a pending timer must not keep the process alive; in a page a timer is a number.
    if (typeof timer === 'object') timer.unref()
    return () => clearTimeout(timer)
  },
}

/**
 * Time that stands still: scheduled work runs only on `clock.advance`.
 * @example
 * const sandbox = createSandbox({ clock: frozenTime() })
 * await sandbox.clock.advance(60)
 */
export const frozenTime = (start = Date.UTC(2026, 0, 1)): TimeSource => ({
  now: () => start,
  after: () => () => undefined,
})

/** The clock of a sandbox, which can be advanced. */
export interface SandboxClock {
  /** Milliseconds since the epoch, on the sandbox's clock. */
  now(): number
  /** Advances the clock and runs everything that becomes due, in order. Resolves when all of it is done. */
  advance(seconds: number): Promise<void>
}
