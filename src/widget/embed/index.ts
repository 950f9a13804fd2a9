/**
 * The payer's pane: `mount` puts it on a page, `Paypane` is it as a Preact component, and `createSession` is its
 * core without a face. Importing this touches no DOM.
 * @module
 */
import { esmLoaders } from './esm-loaders.ts'
import { type MountedPaypane, mountWidget } from './mount.ts'
import type { PaypaneOptions } from './options.ts'

export type { CheckoutView } from '../../contract/view.ts'
export type { ErrorCode } from '../core/events.ts'
export type { SessionState } from '../core/reducer.ts'
export type { Session, SessionOptions } from '../core/session.ts'
export type { Messages } from '../i18n/messages.ts'
export type { PaypaneCallbacks, PaypaneProps } from './component.ts'
export type { PaypaneEvents } from './events.ts'
export { createSession } from './headless.ts'
export type { MountedPaypane } from './mount.ts'
export type { PaypaneOptions } from './options.ts'
export { Paypane } from './preact.ts'

/**
 * Shows a checkout inside an element of the page, and follows it until it is final.
 *
 * @param target An element, or a selector of one.
 * @throws `TypeError` where there is no such element, or neither a checkout nor an order is given.
 * @example
 * const pane = mount('#pay', { endpoint: '/pay', order: '1042' })
 * document.addEventListener('paypane:success', () => pane.unmount())
 */
export function mount(target: Element | string, options: PaypaneOptions): MountedPaypane {
  return mountWidget(target, options, esmLoaders)
}
