import type { Session } from '../core/session.ts'
import type { PageServices, WidgetEvent } from './model.ts'

/** Sends the payer to payment pages and banking apps. Pages may cancel the event: to open it themselves, or to keep the payer. */
export interface Redirector {
  /** For a link that the payer pressed, which the browser follows by itself. False if the page cancelled the event. */
  follow: (event: WidgetEvent & { url: string }) => boolean
  /** The attempt whose payment page the payer has left for, from this page or the one before. */
  redirectedFor: unknown
  /** The last URL, if it opened nothing: the payer has not left the page. */
  unopenedUrl: string | null
}

export function createRedirector(
  session: Session,
  page: PageServices,
  /** The screen shows another text once a redirect is recorded, and once it has opened nothing. */
  onChange: () => void,
): Redirector {
  let cancelWatch: () => void = () => undefined

  /** WebViews and sandboxed frames ignore some links and report nothing, so a payer who stays in the window has opened none. */
  function watch(url: string) {
    cancelWatch()
    redirector.unopenedUrl = null
    // A page may load slowly; an app opens at once.
    cancelWatch = page.setTimer(/^http/.test(url) ? 8000 : 2000, () => {
      redirector.unopenedUrl = url
      onChange()
    })
    for (const type of ['blur', 'visibilitychange']) addEventListener(type, cancelWatch, { once: true })
  }

  const redirector: Redirector = {
    unopenedUrl: null,
    redirectedFor: session.state.redirectedFor,
    follow(event) {
      const { view, unconfirmed } = session.state
      if (unconfirmed || !page.emit(event)) return false
      watch(event.url)
      if (event.type === 'redirect') {
        redirector.redirectedFor = view?.attempts
        onChange()
      }
      return true
    },
  }
  return redirector
}
