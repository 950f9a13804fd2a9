import type { Money } from '../contract/money.ts'
import type { Problem } from '../contract/problem.ts'
import type { ProblemCode } from '../contract/problem-codes.ts'
import type { CheckoutView, Method, PayerField } from '../contract/view.ts'

/**
 * Reads a file that the package has for browsers: `paypane.js`, `locales/uk.json`, `integrity.json`; each also with the
 * suffix `.br`, as Brotli. Rejects if the package has no such file.
 */
export type ReadAsset = (name: string) => Promise<Uint8Array<ArrayBuffer>>

/** The path of a file and its hash. */
export interface Asset {
  /** The path of exactly this version, which browsers cache permanently. */
  path: string
  /** For the attribute `integrity`. */
  integrity: string
}

/** Where browsers reach the server. */
export interface Site {
  /** The path of the routes, such as `/pay`. */
  base: string
  /** The configured address of the server, without the path of the routes. */
  publicUrl: string | undefined
}

/** What the payer is doing on the page. */
export interface PayerProgress {
  /** Choosing a method again, after a failure. */
  choosingAgain: boolean
  /** Filling in the fields of a method. */
  fillingIn: {
    /** The chosen method. */
    method: Method
    /** The submitted values. */
    fields?: Record<string, string> | undefined
  } | null
  /** Back from a payment page: the outcome is awaited, whatever the return address says. */
  returned: boolean
  /** Adding details to a claim: the submitted values, of a form that was refused. */
  claiming: Readonly<Record<string, string>> | null
  /** The fields that the server refused. */
  fieldErrors: NonNullable<Problem['fields']>
}

/** The payment of a paid checkout. */
export interface Receipt {
  /** When it was paid. */
  at: Date
  /** The payment's id at the service, else that of the checkout. */
  reference: string
}

/** The payment page of an order at one moment. */
export interface PageContent {
  /** With a client secret that proves no customer; null if the order cannot be opened. */
  view: CheckoutView | null
  /** Why the order cannot be opened, or why the payer's last action failed. */
  problem: ProblemCode | null
  /** What the payer is doing; of a submitted form. */
  progress: Partial<PayerProgress>
  /** Null unless the checkout is paid. */
  receipt: Receipt | null
  /** The URL of the page's forms. */
  formAction: string
  /** Without a script a page that waits loads itself again. The URL of the same page without that; null: it is this one. */
  noReloadUrl: string | null
}

/** A page in two parts, so that the browser loads styles and script while the order is read. */
export interface Page {
  /** Its security headers. */
  headers: Record<string, string>
  /** The first part, the same for every order. */
  start: string
  /** The other part. */
  rest(content: PageContent): Promise<string>
}

/** The page on which a payer gives the destination of a refund. */
export interface RefundContent {
  /** The merchant's order reference. */
  order: string
  /** What goes back to the payer. */
  amount: Money
  /** How far the refund is. */
  state: 'requested' | 'pending' | 'succeeded' | 'failed' | 'withdrawn'
  /** What the payer has to give. */
  fields: readonly PayerField[]
  /** The submitted values. */
  values: Readonly<Record<string, string>>
  /** The fields that the server refused. */
  invalid: NonNullable<Problem['fields']>
  /** The URL of the page's form. */
  formAction: string
}

/** Renders pages for payers: `hostedPages(…)` of `paypane/server/html`. */
export interface Pages {
  /** The language of the page that a request gets. */
  language(request: Request): string
  /** The payment page of an order. */
  page(request: Request, site: Site): Promise<Page>
  /** The page of a refund; null: there is none at this address. */
  refund(
    request: Request,
    content: RefundContent | null,
  ): Promise<{
    /** Its security headers. */
    headers: Record<string, string>
    /** The whole document. */
    html: string
  }>
  /** The widget alone, for the merchant's server to put into its page. */
  widget(request: Request, view: CheckoutView, site: Site): Promise<string>
}
