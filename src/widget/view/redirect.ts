import type { Session } from '../core/session.ts'
import type { PageServices } from './model.ts'

/** Sends the payer to a payment page. Pages may cancel the `redirect` event to keep the payer. */
export interface Redirector {
  /** For a link that the payer pressed, which the browser follows by itself. False if the page cancelled it. */
  follow: (url: string) => boolean
  /** Navigates without a press, at most once for each URL, even if the page or the browser refuses. */
  navigate: (url: string) => void
}

/** Calls `onRedirect` once the redirect is recorded, since the screen then shows another text. */
export function createRedirector(session: Session, page: PageServices, onRedirect: () => void): Redirector {
  let lastNavigatedUrl: string | null = null

  function redirect(url: string, go: (url: string) => boolean): boolean {
    const { view, unconfirmed } = session.state
    if (!view || unconfirmed || !page.emit({ type: 'redirect', url }) || !go(url)) return false
    page.markRedirected(view)
    onRedirect()
    return true
  }

  return {
    follow: (url) => redirect(url, () => true),
    navigate(url) {
      if (url === lastNavigatedUrl) return
      lastNavigatedUrl = url
      redirect(url, page.navigateTop)
    },
  }
}
