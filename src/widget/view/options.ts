/** Options of the view; any of them may change while it is shown. */
export interface ViewOptions {
  /**
   * `form` sends the payer of a transfer to the hosted form that came with the payment details. Default: `details`.
   */
  present?: 'details' | 'form' | undefined
  /** `auto` follows the payer's system setting. Default: `auto`. */
  theme?: 'auto' | 'light' | 'dark' | undefined
}
