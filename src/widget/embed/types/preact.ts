/**
 * Types of `<pay-pane>` in the JSX of Preact.
 *
 * @example
 * import type {} from 'paypane/types/preact'
 * @module
 */
import type { ComponentProps } from 'preact'
import type { PaypaneElement, PaypaneElementProps } from '../pay-pane.ts'

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      'pay-pane': PaypaneElementProps<Omit<ComponentProps<'div'>, 'ref'> & ClassAttributes<PaypaneElement>>
    }
  }
}
