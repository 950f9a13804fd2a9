/**
 * The payer's pane: `mount` puts it on a page, `Paypane` is it as a Preact component, and `createSession` is its
 * core without a face. Importing this touches no DOM.
 * @module
 */
import { createSession as createCoreSession, type Session, type SessionOptions } from '../core/session.ts'
import { esmLoaders } from './esm-loaders.ts'
import { createMount } from './mount.ts'
import { pageEnvironment } from './page.ts'

export type { CheckoutView } from '../../contract/view.ts'
export type { ErrorCode } from '../core/happenings.ts'
export type { SessionState } from '../core/machine.ts'
export type { Session, SessionOptions } from '../core/session.ts'
export type { Messages } from '../i18n/messages.ts'
export type { PaypaneCallbacks, PaypaneProps } from './component.ts'
export type { PaypaneEvents } from './events.ts'
export type { MountedPaypane } from './mount.ts'
export type { PaypaneOptions } from './options.ts'
export { Paypane } from './preact.ts'

/**
 * Shows a checkout inside an element of the page, and follows it until it is final.
 *
 * @param target An element, or a selector of one.
 * @example
 * const pane = mount('#pay', { endpoint: '/pay', order: '1042' })
 * document.querySelector('#pay').addEventListener('paypane:success', () => location.assign('/thanks'))
 */
export const mount = createMount(esmLoaders)

/**
 * Follows a checkout without showing anything: the same polling, states and rules as the pane.
 *
 * @example
 * const session = createSession({ endpoint: '/pay', order: '1042' })
 * session.subscribe(({ view }) => console.log(view?.status))
 */
export const createSession = ({
  fetch: own,
  ...options
}: SessionOptions & { fetch?: typeof fetch }): Session =>
  createCoreSession(
    options,
    pageEnvironment((url, init) => (own ?? fetch)(url, init)),
  )
