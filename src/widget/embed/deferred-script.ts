/**
 * The deferred parts of the widget, for the script tag. A classic script, as `qr-script.ts` explains.
 * @module
 */
import { type DeferredParts, deferredParts } from '../view/deferred/parts.ts'

declare global {
  interface HTMLElementEventMap {
    'paypane-deferred': CustomEvent<DeferredParts>
  }
}

document.currentScript?.dispatchEvent(new CustomEvent('paypane-deferred', { detail: deferredParts }))
