/**
 * Types of `<pay-pane>` in the JSX of Preact.
 *
 * @example
 * import type {} from 'paypane/types/preact'
 * @module
 */
import type { ComponentProps } from 'preact'
import type { PayPaneProps } from '../element-props.ts'
import type { PayPaneElement } from '../pay-pane.ts'

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      'pay-pane': PayPaneProps<Omit<ComponentProps<'div'>, 'ref'> & ClassAttributes<PayPaneElement>>
    }
  }
}
