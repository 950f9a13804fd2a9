/**
 * Defines the custom element `<pay-pane>`. Does nothing without a DOM.
 *
 * @example
 * import 'paypane/element'
 * // <pay-pane endpoint="/pay" order="1042"></pay-pane>
 * @module
 */
import { esmLoaders } from './esm-loaders.ts'
import { definePayPane, type PaypaneElement } from './pay-pane.ts'

export type { PaypaneEvents, ViewDetail } from './events.ts'
export type { PaypaneAttributes, PaypaneElement } from './pay-pane.ts'

declare global {
  interface HTMLElementTagNameMap {
    'pay-pane': PaypaneElement
  }
}

definePayPane(esmLoaders)
