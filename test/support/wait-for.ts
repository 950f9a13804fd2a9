import { vi } from 'vitest'

/** Waits until the check throws no error. The limit is that of polls in vite.config.ts. */
export const waitFor = <T>(check: () => T | Promise<T>, { interval = 10 } = {}): Promise<T> =>
  vi.waitFor(check, { timeout: 90_000, interval })
