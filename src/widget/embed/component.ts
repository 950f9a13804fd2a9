import type { PaypaneEvents } from './events.ts'
import { optionNames, type PaypaneOptions } from './options.ts'

/** A callback for each event of `PaypaneEvents`: `onSuccess` receives `paypane-success`. */
export type PaypaneCallbacks = {
  [Type in keyof PaypaneEvents as Type extends `paypane-${infer Name}` ? `on${Capitalize<Name>}` : never]?:
    | ((event: CustomEvent<PaypaneEvents[Type]>) => void)
    | undefined
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
export const optionsOf = (props: PaypaneOptions): PaypaneOptions => ({
  endpoint: props.endpoint,
  ...Object.fromEntries(optionNames.map((name) => [name, props[name]])),
})
