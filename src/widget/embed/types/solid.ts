/**
 * Types of `<pay-pane>` in the JSX of Solid.
 *
 * @example
 * import type {} from 'paypane/types/solid'
 * @module
 */
import type {} from 'solid-js'
import type { PaypaneElement, PaypaneElementProps } from '../pay-pane.ts'

declare module 'solid-js' {
  namespace JSX {
    interface IntrinsicElements {
      'pay-pane': PaypaneElementProps<HTMLAttributes<PaypaneElement>, 'on:'>
    }
  }
}
