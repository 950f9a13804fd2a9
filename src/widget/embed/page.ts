import type { Environment } from '../core/environment.ts'

/** The page's clock, timers, network and lifecycle events, for the core. */
export function pageEnvironment(
  fetch: Environment['fetch'],
  language: Environment['language'] = () => null,
): Environment {
  return {
    fetch,
    language,
    now: () => Date.now(),
    setTimer,
    random: () => Math.random(),
    watchPage(listener) {
      if (typeof document === 'undefined') return () => undefined
      const controller = new AbortController()
      const handleEvent = ({ type, persisted }: Partial<PageTransitionEvent>) => {
        if (type === 'offline') listener(type)
        else if (type === 'pagehide') listener('leave')
        // The `pageshow` of a page that was loaded, not restored from the bfcache, is not a return.
        else if (!document.hidden && persisted !== false) listener('return')
      }
      for (const type of ['visibilitychange', 'focus', 'online', 'offline', 'pageshow', 'pagehide']) {
        addEventListener(type, handleEvent, controller)
      }
      return () => controller.abort()
    },
  }
}

/** `null` in a file. Of `srcdoc`, `location` does not have it; of a sandboxed frame, only `location`. */
export const pageOrigin = (): string => {
  const { origin = 'null' }: { origin?: string } = self
  return origin === 'null' ? new URL(location.href).origin : origin
}

/** The address of the merchant's server, which a `<base>` in injected HTML does not move. */
export const resolveEndpoint = (endpoint: string): string =>
  pageOrigin() === 'null' ? endpoint : new URL(endpoint, pageOrigin()).href

/** After 23 days at the latest: browsers run a timer at once if it is longer than 2^31 ms. */
export function setTimer(ms: number, callback: () => void): () => void {
  const timer = setTimeout(callback, Math.min(2e9, ms))
  return () => clearTimeout(timer)
}
