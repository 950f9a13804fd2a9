import type { CheckoutView, Method } from '../../contract/view.ts'
import type { Messages } from '../i18n/messages.ts'

/** What a pane is told by the page that holds it. */
export interface PaypaneOptions {
  /** The base address of the merchant's server, such as `/pay`. */
  endpoint: string
  /** The checkout to follow (`co_…`). */
  checkout?: string | undefined
  /** Or the merchant's own order reference; its checkout is created, or the one that it has is followed. */
  order?: string | undefined
  /** Start with this method, without choosing. */
  method?: Method | undefined
  /** `form` sends the payer of a transfer to the form that came with the instructions. Usually `instructions`. */
  present?: 'instructions' | 'form' | undefined
  /**
   * `auto` goes to a payment page by itself, once for each attempt; where the browser keeps it, as in a frame of another
   * site, there is the button. Usually `button`.
   */
  redirect?: 'button' | 'auto' | undefined
  /** A language tag; usually the page's own, or English. */
  locale?: string | undefined
  /** Phrases that replace those of the locale. */
  messages?: Partial<Messages> | undefined
  /** `auto` follows the payer's own setting. Usually `auto`. */
  theme?: 'auto' | 'light' | 'dark' | undefined
  /** A view that the page came with, so that the first screen needs no request. */
  initialView?: CheckoutView | undefined
  /** Instead of the page's `fetch`, to add a header or send cookies to another origin. */
  fetch?: typeof fetch | undefined
}
