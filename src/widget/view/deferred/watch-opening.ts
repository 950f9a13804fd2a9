import type { PageServices } from '../model.ts'

/** A page may load slowly; an app opens at once. */
const openingMs = (url: string) => (/^http/.test(url) ? 8000 : 2000)

/**
 * Calls back once if the payer has not left the window, or the page, some time after a link: WebViews and sandboxed frames
 * ignore some links, and report nothing. Returns a function that cancels it.
 */
export function watchOpening(url: string, page: PageServices, onUnopened: () => void): () => void {
  const cancel = page.setTimer(openingMs(url), onUnopened)
  for (const type of ['blur', 'visibilitychange']) addEventListener(type, cancel, { once: true })
  return cancel
}
