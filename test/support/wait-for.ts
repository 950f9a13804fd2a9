import { vi } from 'vitest'

/** Waits until the check throws no error. The limit ends what hangs; a slow machine does not reach it. */
export const waitFor = <T>(check: () => T | Promise<T>, { interval = 10 } = {}): Promise<T> =>
  vi.waitFor(check, { timeout: 90_000, interval })
