import type { CheckoutView } from '../../contract/view.ts'
import type { PaypaneEvents } from './events.ts'
import type { PaypaneOptions } from './options.ts'

/** A callback for each event of `PaypaneEvents`: `onSuccess` receives `paypane-success`. */
export type PaypaneCallbacks = {
  [Type in keyof PaypaneEvents as Type extends `paypane-${infer Name}` ? `on${Capitalize<Name>}` : never]?:
    | ((event: CustomEvent<PaypaneEvents[Type]>) => void)
    | undefined
}

/** What a `ref` to the component receives. */
export interface PaypaneHandle {
  /** The last view received; null before the first. */
  readonly view: CheckoutView | null
  /** Requests the view immediately, or when `Retry-After` permits it. */
  refresh(): void
}

/** Calls the current callbacks on the widget's events. Returns an unsubscribe function. */
export function listen(target: HTMLElement, getCallbacks: () => PaypaneCallbacks): () => void {
  const controller = new AbortController()
  const { signal } = controller
  target.addEventListener('paypane-ready', (event) => getCallbacks().onReady?.(event), { signal })
  target.addEventListener('paypane-change', (event) => getCallbacks().onChange?.(event), { signal })
  target.addEventListener('paypane-success', (event) => getCallbacks().onSuccess?.(event), { signal })
  target.addEventListener('paypane-fail', (event) => getCallbacks().onFail?.(event), { signal })
  target.addEventListener('paypane-expire', (event) => getCallbacks().onExpire?.(event), { signal })
  target.addEventListener('paypane-claim', (event) => getCallbacks().onClaim?.(event), { signal })
  target.addEventListener('paypane-error', (event) => getCallbacks().onError?.(event), { signal })
  target.addEventListener('paypane-redirect', (event) => getCallbacks().onRedirect?.(event), { signal })
  target.addEventListener('paypane-open', (event) => getCallbacks().onOpen?.(event), { signal })
  target.addEventListener('paypane-copy', (event) => getCallbacks().onCopy?.(event), { signal })
  return () => controller.abort()
}

/** Every option by name, so that a property that was removed resets its option. */
export function optionsOf(props: PaypaneOptions): Required<PaypaneOptions> {
  const { endpoint, checkout, order, method, fields, present } = props
  const { locale, messages, theme, merchant, support, initialView, fetch } = props
  return {
    endpoint,
    checkout,
    order,
    method,
    fields,
    present,
    locale,
    messages,
    theme,
    merchant,
    support,
    initialView,
    fetch,
  }
}
