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

export function createRedirector(
  session: Session,
  page: PageServices,
  /** The screen shows another text once a redirect is recorded, and once it has opened nothing. */
  onChange: () => void,
): Redirector {
  let redirectedKey = ''
  const keyOf = ({ id, attempts }: CheckoutView) => `${id}#${attempts}`
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
    wasRedirected: (view) => redirectedKey === keyOf(view),
    follow(url) {
      const { view, unconfirmed } = session.state
      if (!view || unconfirmed || !page.emit({ type: 'redirect', url })) return false
      redirectedKey = keyOf(view)
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
