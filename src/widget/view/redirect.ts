import type { BankLink, CheckoutView } from '../../contract/view.ts'
import type { Session } from '../core/session.ts'
import type { PageServices } from './model.ts'

/** Sends the payer to payment pages and banking apps. Pages may cancel the event: to open it themselves, or to keep the payer. */
export interface Redirector {
  /** For a link to the payment page that the payer pressed, which the browser follows by itself. False if the page cancelled it. */
  follow: (url: string) => boolean
  /** The same for a link to a banking app. */
  followToApp: (link: BankLink) => boolean
  /** Whether the payer has left for the payment page of the view's attempt, from this page. */
  wasRedirected: (view: CheckoutView) => boolean
  /** The last URL, if it opened nothing: the payer has not left the page. */
  unopenedUrl: string | null
}

/** A page may load slowly; an app opens at once. */
const openingMs = (url: string) => (/^http/.test(url) ? 8000 : 2000)

export function createRedirector(
  session: Session,
  page: PageServices,
  /** The screen shows another text once a redirect is recorded, and once it has opened nothing. */
  onChange: () => void,
): Redirector {
  const redirected = new Set<string>()
  const keyOf = ({ id, attempts }: CheckoutView) => `${id}#${attempts}`
  let watchCount = 0
  const cancelWatch = () => {
    watchCount += 1
  }

  /** WebViews and sandboxed frames ignore some links, and report nothing. */
  function watch(url: string) {
    cancelWatch()
    const current = watchCount
    redirector.unopenedUrl = null
    // The payer leaves the window, or the page.
    for (const type of ['blur', 'visibilitychange']) addEventListener(type, cancelWatch, { once: true })
    page.setTimer(openingMs(url), () => {
      if (current !== watchCount) return
      redirector.unopenedUrl = url
      onChange()
    })
  }

  const redirector: Redirector = {
    unopenedUrl: null,
    wasRedirected: (view) => redirected.has(keyOf(view)),
    follow(url) {
      const { view, unconfirmed } = session.state
      if (!view || unconfirmed || !page.emit({ type: 'redirect', url })) return false
      redirected.add(keyOf(view))
      watch(url)
      onChange()
      return true
    },
    followToApp(link) {
      if (session.state.unconfirmed || !page.emit({ type: 'open', ...link, purpose: 'pay' })) return false
      watch(link.url)
      return true
    },
  }
  return redirector
}
