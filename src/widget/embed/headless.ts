import { createSession as createCoreSession, type Session, type SessionOptions } from '../core/session.ts'
import { pageEnvironment, resolveEndpoint } from './page.ts'

/**
 * Follows a checkout without a user interface, with the polling, states and rules of the widget.
 *
 * @example
 * const session = createSession({ endpoint: '/pay', order: '1042' })
 * session.subscribe(({ view }) => console.log(view?.status))
 */
export function createSession(
  options: SessionOptions & {
    /** Default: the page's `fetch`. */
    fetch?: typeof fetch | undefined
  },
): Session {
  const currentFetch: typeof fetch = (url, init) => (options.fetch ?? fetch)(url, init)
  const endpoint = typeof document === 'undefined' ? options.endpoint : resolveEndpoint(options.endpoint)
  return createCoreSession({ ...options, endpoint }, pageEnvironment(currentFetch))
}
