import type { Pipeline } from './config.ts'

/** Counts the requests of each pipeline on the sandbox's clock. */
export function createRateLimit(now: () => number) {
  const requests = new Map<string, number[]>()
  return {
    /** Counts a request. Returns the seconds until the next one is allowed; null if this one is. */
    count({ name, rateLimit }: Pipeline): number | null {
      if (rateLimit === null) return null
      const windowMs = rateLimit.seconds * 1000
      const recent = (requests.get(name) ?? []).filter((time) => time > now() - windowMs)
      const [oldest] = recent
      const isExceeded = oldest !== undefined && recent.length >= rateLimit.requests
      requests.set(name, isExceeded ? recent : [...recent, now()])
      return isExceeded ? Math.ceil((oldest + windowMs - now()) / 1000) : null
    },
    clear: () => requests.clear(),
  }
}
