import type { CheckoutView } from '../../contract/view.ts'

/** Options of the view; any of them may change while it is shown. */
export interface ViewOptions {
  /**
   * `form` sends the payer of a transfer to the hosted form that came with the payment details. Default: `details`.
   */
  present?: 'details' | 'form' | undefined
  /** `auto` follows the payer's system setting. Default: `auto`. */
  theme?: 'auto' | 'light' | 'dark' | undefined
  /** The shop's name. Default: that of the view. */
  merchant?: string | undefined
  /** Where the payer gets help: any of these addresses, or one as a string. The URL is HTTPS. Default: those of the view. */
  support?: string | NonNullable<CheckoutView['merchant']>['support']
}
