/**
 * Types of `<pay-pane>` in the JSX of React.
 *
 * @example
 * import type {} from 'paypane/types/react'
 * @module
 */
import type * as React from 'react'
import type { PaypaneElement, PaypaneElementProps } from '../pay-pane.ts'

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'pay-pane': PaypaneElementProps<React.HTMLAttributes<PaypaneElement>> &
        React.RefAttributes<PaypaneElement>
    }
  }
}
