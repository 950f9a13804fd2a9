/**
 * Types of `<pay-pane>` in the JSX of React.
 *
 * @example
 * import type {} from 'paypane/types/react'
 * @module
 */
import type * as React from 'react'
import type { PayPaneProps } from '../element-props.ts'
import type { PayPaneElement } from '../pay-pane.ts'

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'pay-pane': PayPaneProps<React.HTMLAttributes<PayPaneElement>> & React.RefAttributes<PayPaneElement>
    }
  }
}
