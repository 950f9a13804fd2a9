import type { Environment } from '../core/environment.ts'
import type { PageServices } from '../view/model.ts'
import { isLoopbackHost } from '../view/permitted-url.ts'

/** The page's own clock, timers, network and moments, for the core. */
export function pageEnvironment(fetch: Environment['fetch']): Environment {
  return {
    fetch,
    now: () => Date.now(),
    setTimer,
    random: () => Math.random(),
    watchPage(listener) {
      if (typeof document === 'undefined') return () => undefined
      const controller = new AbortController()
      const handleEvent = (event: Event) => {
        const isFirstShow = Reflect.get(event, 'persisted') === false
        if (event.type === 'pagehide') listener('leave')
        else if (document.visibilityState !== 'hidden' && !isFirstShow) listener('return')
      }
      for (const type of ['visibilitychange', 'focus', 'online', 'pageshow', 'pagehide']) {
        addEventListener(type, handleEvent, controller)
      }
      return () => controller.abort()
    },
  }
}

/** What the view needs of the page besides. */
export function pageServices(loadQr: PageServices['loadQr'], emit: PageServices['emit']): PageServices {
  const redirected = new Set<string>()
  const storageKey = (attempt: string) => `paypane:redirected:${attempt}`
  return {
    setTimer,
    loadQr,
    emit,
    isLoopback: isLoopbackHost(location.hostname),
    navigateTop: (url) => tryOrNull(() => open(url, '_top')) !== null,
    wasRedirected(attempt) {
      return redirected.has(attempt) || tryOrNull(() => sessionStorage.getItem(storageKey(attempt))) !== null
    },
    markRedirected(attempt) {
      redirected.add(attempt)
      tryOrNull(() => sessionStorage.setItem(storageKey(attempt), ''))
    },
  }
}

function setTimer(ms: number, callback: () => void): () => void {
  const timer = setTimeout(callback, ms)
  return () => clearTimeout(timer)
}

/**
 * What a browser may deny a page, null where it does: its storage, so that what was noted lasts as long as the page;
 * taking the window from a frame.
 */
function tryOrNull<Value>(callback: () => Value): Value | null {
  try {
    return callback()
  } catch {
    return null
  }
}
