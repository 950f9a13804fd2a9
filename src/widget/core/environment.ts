/** The payer came back to the page (seen, focused, online again), or leaves it. */
export type PageLifecycleEvent = 'return' | 'leave'

/** Everything that the core takes from outside, so that it runs anywhere and under a clock of its own. */
export interface Environment {
  fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Milliseconds since the epoch, by this machine. */
  now: () => number
  /** Runs once after so many milliseconds; the answer cancels it. */
  setTimer: (ms: number, callback: () => void) => () => void
  /** From 0 up to 1. */
  random: () => number
  /** Tells of the page's moments until the answer is called. */
  watchPage: (listener: (lifecycleEvent: PageLifecycleEvent) => void) => () => void
}
