import type { Environment } from '../core/environment.ts'
import { isLoopbackHost } from '../view/address.ts'
import type { Surroundings } from '../view/model.ts'

/** The page's own clock, timers, network and moments, for the core. */
export function pageEnvironment(fetch: Environment['fetch']): Environment {
  return {
    fetch,
    now: () => Date.now(),
    after,
    random: () => Math.random(),
    watchPage(on) {
      if (typeof document === 'undefined') return () => undefined
      const listening = new AbortController()
      const hear = (event: Event) => {
        const isFirstShow = Reflect.get(event, 'persisted') === false
        if (event.type === 'pagehide') on('leave')
        else if (document.visibilityState !== 'hidden' && !isFirstShow) on('back')
      }
      for (const type of ['visibilitychange', 'focus', 'online', 'pageshow', 'pagehide']) {
        addEventListener(type, hear, listening)
      }
      return () => listening.abort()
    },
  }
}

/** What the view needs of the page besides. */
export function pageSurroundings(loadQr: Surroundings['loadQr'], tell: Surroundings['tell']): Surroundings {
  const sent = new Set<string>()
  const key = (attempt: string) => `paypane:sent:${attempt}`
  return {
    after,
    loadQr,
    tell,
    isLoopback: isLoopbackHost(location.hostname),
    leaveTo: (url) => orNull(() => open(url, '_top')) !== null,
    wasSent(attempt) {
      return sent.has(attempt) || orNull(() => sessionStorage.getItem(key(attempt))) !== null
    },
    noteSent(attempt) {
      sent.add(attempt)
      orNull(() => sessionStorage.setItem(key(attempt), ''))
    },
  }
}

function after(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

/**
 * What a browser may deny a page, null where it does: its storage, so that what was noted lasts as long as the page;
 * taking the window from a frame.
 */
function orNull<Value>(use: () => Value): Value | null {
  try {
    return use()
  } catch {
    return null
  }
}
