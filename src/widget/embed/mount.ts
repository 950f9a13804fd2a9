import type { PaypaneHandle, PaypaneOptions } from './options.ts'
import { type Loaders, startWidget } from './start-widget.ts'

/** A mounted widget. */
export interface MountedPaypane extends PaypaneHandle {
  /**
   * Changes some options. A new `endpoint`, `checkout`, `order` or `method` starts a new session, which does not show
   * the `initialView` of the one before.
   */
  update(options: Partial<PaypaneOptions>): void
  /** Removes the widget from the page, with its requests, timers and listeners. */
  unmount(): void
}

/** Implements `mount` for an entry with its own loaders. */
export function mountWidget(
  target: Element | string,
  options: PaypaneOptions,
  loaders: Loaders,
): MountedPaypane {
  const container = typeof target === 'string' ? document.querySelector(target) : target
  if (!container) throw new TypeError(`Paypane: no element matches ${target}`)
  if (!options.checkout && !options.order) {
    throw new TypeError('Paypane: no checkout or order')
  }
  const host = document.createElement('div')
  const root = host.attachShadow({ mode: 'open' })
  container.append(host)
  const widget = startWidget(root, options, loaders)
  return {
    get view() {
      return widget.view
    },
    refresh: widget.refresh,
    update: widget.update,
    unmount() {
      // Before its elements: Chromium's styles of `:has()` keep a checked input that left a shadow root in the page.
      host.remove()
      widget.stop()
    },
  }
}
