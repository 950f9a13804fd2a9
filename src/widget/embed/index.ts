/**
 * The checkout widget: `mount` adds it to a page, `Paypane` is its Preact component, and `createSession` is its core
 * without a user interface. Importing this module does not access the DOM.
 * @module
 */
import { esmLoaders } from './esm-loaders.ts'
import { type MountedPaypane, mountWidget } from './mount.ts'
import type { PaypaneOptions } from './options.ts'

export type { CheckoutView } from '../../contract/view.ts'
export type {
  BlockingErrorCode,
  FieldValues,
  PaymentChoice,
  RequestFailure,
  SentReport,
} from '../core/client.ts'
export type { ErrorCode } from '../core/events.ts'
export type { FieldError } from '../core/read-view.ts'
export type { SessionState, StartError } from '../core/reducer.ts'
export type { Session, SessionOptions } from '../core/session.ts'
export type { Messages } from '../i18n/messages.ts'
export type { ViewOptions } from '../view/model.ts'
export type { PaypaneCallbacks } from './component.ts'
export type { PaypaneEvents, ViewDetail } from './events.ts'
export { createSession } from './headless.ts'
export type { MountedPaypane } from './mount.ts'
export type { PaypaneHandle, PaypaneOptions } from './options.ts'
export { Paypane, type PaypaneProps } from './preact.ts'

/**
 * Adds the widget to an element of the page. It shows a checkout and follows it until it is final.
 *
 * @param target An element, or a CSS selector.
 * @throws `TypeError` if no element matches, or if the options have neither `checkout` nor `order`.
 * @example
 * const widget = mount('#pay', { endpoint: '/pay', order: '1042' })
 * document.addEventListener('paypane-success', () => widget.unmount())
 */
export function mount(target: Element | string, options: PaypaneOptions): MountedPaypane {
  return mountWidget(target, options, esmLoaders)
}
