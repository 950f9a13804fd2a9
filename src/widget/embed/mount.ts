import type { CheckoutView } from '../../contract/view.ts'
import type { PaypaneOptions } from './options.ts'
import { type Loaders, startWidget } from './start-widget.ts'

/** A pane on a page. */
export interface MountedPaypane {
  /** The last view that the server gave; null before the first. */
  readonly view: CheckoutView | null
  /** Asks the server at once. */
  refresh(): void
  /** Changes some options; another checkout, order, method or endpoint starts anew. */
  update(options: Partial<PaypaneOptions>): void
  /** Takes the pane off the page; nothing of it is left. */
  unmount(): void
}

/** `mount`, for an entry that loads the rest in its own way. */
export function mountWidget(
  target: Element | string,
  options: PaypaneOptions,
  loaders: Loaders,
): MountedPaypane {
  const container = typeof target === 'string' ? document.querySelector(target) : target
  if (!container) throw new TypeError(`Paypane: nothing here is ${target}`)
  if (!options.checkout && !options.order) {
    throw new TypeError('Paypane needs a checkout or an order')
  }
  const host = document.createElement('div')
  const root = host.attachShadow({ mode: 'open' })
  container.append(host)
  const widget = startWidget(host, root, options, loaders)
  return {
    get view() {
      return widget.view
    },
    refresh: widget.refresh,
    update: widget.update,
    unmount() {
      widget.stop()
      host.remove()
    },
  }
}
