import type { PaypaneEvents } from './events.ts'
import type { PaypaneOptions } from './options.ts'

type Callback<Name extends keyof PaypaneEvents> =
  | ((event: CustomEvent<PaypaneEvents[Name]>) => void)
  | undefined

/** The pane's events as properties of a component. */
export interface PaypaneCallbacks {
  /** The first view is known. */
  onReady?: Callback<'paypane:ready'>
  /** The view says something new. */
  onChange?: Callback<'paypane:change'>
  /** The order is paid. Ship by what the merchant's server hears, not by this. */
  onSuccess?: Callback<'paypane:success'>
  /** The payment failed. A success may follow. */
  onFail?: Callback<'paypane:fail'>
  /** The time to pay is over. A success may follow. */
  onExpire?: Callback<'paypane:expire'>
  /** The pane cannot ask, or was told no; `event.detail.code` says why. It says nothing about the money. */
  onError?: Callback<'paypane:error'>
  /** `event.preventDefault()` keeps the payer on the page. */
  onRedirect?: Callback<'paypane:redirect'>
  /** The payer has copied a field: its name, never what it holds. */
  onCopy?: Callback<'paypane:copy'>
}

/** What the component takes: every option of `mount`, and its events. */
export type PaypaneProps = PaypaneOptions & PaypaneCallbacks

/** Hears a pane's events, by the newest callbacks, until the answer is called. */
export function listen(target: HTMLElement, getCallbacks: () => PaypaneCallbacks): () => void {
  const controller = new AbortController()
  const { signal } = controller
  target.addEventListener('paypane:ready', (event) => getCallbacks().onReady?.(event), { signal })
  target.addEventListener('paypane:change', (event) => getCallbacks().onChange?.(event), { signal })
  target.addEventListener('paypane:success', (event) => getCallbacks().onSuccess?.(event), { signal })
  target.addEventListener('paypane:fail', (event) => getCallbacks().onFail?.(event), { signal })
  target.addEventListener('paypane:expire', (event) => getCallbacks().onExpire?.(event), { signal })
  target.addEventListener('paypane:error', (event) => getCallbacks().onError?.(event), { signal })
  target.addEventListener('paypane:redirect', (event) => getCallbacks().onRedirect?.(event), { signal })
  target.addEventListener('paypane:copy', (event) => getCallbacks().onCopy?.(event), { signal })
  return () => controller.abort()
}

/** Every option by its name, so that one that a component no longer gives is taken back. */
export function optionsOf(props: PaypaneProps): PaypaneOptions {
  const { endpoint, checkout, order, method, present, redirect } = props
  const { locale, messages, theme, initialView, fetch } = props
  return {
    endpoint,
    checkout,
    order,
    method,
    present,
    redirect,
    locale,
    messages,
    theme,
    initialView,
    fetch,
  }
}
