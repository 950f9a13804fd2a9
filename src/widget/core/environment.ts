/** The payer returned to the page (visible, focused, online), or is leaving it; or the device went offline. */
export type PageLifecycleEvent = 'return' | 'leave' | 'offline'

/** The core's only access to network, time, randomness and the page, so that it runs without a browser. */
export interface Environment {
  fetch: (url: string, init: RequestInit) => Promise<Response>
  /** The language tag for the merchant's texts; null to leave it to the browser. */
  language: () => string | null
  /** The device's clock, in milliseconds since the epoch. */
  now: () => number
  /** Runs a callback once; returns a function that cancels it. */
  setTimer: (ms: number, callback: () => void) => () => void
  /** At least 0, less than 1. */
  random: () => number
  /** Subscribes to lifecycle events; returns an unsubscribe function. */
  watchPage: (listener: (lifecycleEvent: PageLifecycleEvent) => void) => () => void
}
