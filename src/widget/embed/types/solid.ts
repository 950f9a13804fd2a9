/**
 * Types of `<pay-pane>` in the JSX of Solid.
 *
 * @example
 * import type {} from 'paypane/types/solid'
 * @module
 */
import type {} from 'solid-js'
import type { PayPaneProps } from '../element-props.ts'
import type { PayPaneElement } from '../pay-pane.ts'

declare module 'solid-js' {
  namespace JSX {
    interface IntrinsicElements {
      'pay-pane': PayPaneProps<HTMLAttributes<PayPaneElement>, 'on:'>
    }
  }
}
