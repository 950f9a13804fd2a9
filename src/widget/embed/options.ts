import type { CheckoutView } from '../../contract/view.ts'
import type { SessionOptions } from '../core/session.ts'
import type { Messages } from '../i18n/messages.ts'
import type { ViewOptions } from '../view/model.ts'

/** Options of the widget. One of `checkout` and `order` is required. */
export interface PaypaneOptions extends SessionOptions, ViewOptions {
  /** A BCP 47 language tag, such as `uk`. Default: the page's `lang`, else `en`. */
  locale?: string | undefined
  /** Phrases that replace those of the locale, by key. */
  messages?: Partial<Messages> | undefined
  /** Replaces the page's `fetch`, for example to add a header. Another origin has to permit it by CORS of its own. */
  fetch?: typeof fetch | undefined
}

/** A shown checkout. A `ref` to the component receives it. */
export interface PaypaneHandle {
  /** The last view received; null before the first. */
  readonly view: CheckoutView | null
  /** Requests the view immediately, or when `Retry-After` permits it. */
  refresh(): void
}

/** A change of one of these options starts a new session. */
export const sessionOptionKeys = ['endpoint', 'checkout', 'order', 'method'] as const

/** Options that are also attributes of the element. */
export const stringOptions = [
  ...sessionOptionKeys,
  'present',
  'locale',
  'theme',
  'merchant',
  'support',
] as const satisfies readonly (keyof PaypaneOptions)[]

/** Options that are properties of the element. */
export const optionNames = [
  ...stringOptions,
  'fields',
  'messages',
  'initialView',
  'fetch',
] as const satisfies readonly (keyof PaypaneOptions)[]
