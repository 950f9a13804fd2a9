import type { CustomerErasure, CustomerExport } from '../contract/customer.ts'
import type { CreatePayout, PayoutView } from '../contract/payout.ts'
import type { CheckoutView } from '../contract/view.ts'
import type { Balance } from '../service/balance.ts'
import type { Stats } from './lib/metrics.ts'
import type { Asset } from './pages.ts'

/** The merchant server. */
export interface PaypaneServer {
  /** Serves the routes below the base path. `paypane/server/node` adapts it to Node's http. */
  fetch(
    request: Request,
    connection?: {
      /** The client's address. */
      address?: string | undefined
      /** What a router in front has removed from the path. */
      mountPath?: string | undefined
    },
  ): Promise<Response>
  /**
   * The permanently cached address and the hash of one of the widget's files, such as `paypane.js` or `locales/uk.json`:
   * `<script src="${path}" integrity="${integrity}" crossorigin async>`. Rejects without the option `assets`.
   */
  asset(name: string): Promise<Asset>
  /** Checkouts, for pages that the merchant renders. */
  checkouts: {
    /**
     * The view of a checkout with a client secret, for a page rendered for a payer who may pay it. Throws a
     * `ProblemError` if the checkout does not exist.
     */
    view(
      id: string,
      payer?: {
        /** The customer whose session requests the page, 1 to 256 characters; saved cards are shown for that customer only. */
        customer?: string | undefined
        /** The page's, for the texts of payer fields. */
        language?: string | undefined
      },
    ): Promise<CheckoutView>
    /**
     * Makes the checkout of an order payable again: its attempts stay, it has new time, and what is still open at the
     * service stays watched. Throws a `ProblemError`: `checkout_unknown`, or `not_reopenable` while an attempt is
     * undecided or once one is paid.
     */
    reopen(reference: string): Promise<CheckoutView>
  }
  /** Payouts by the merchant's own code. */
  payouts: {
    /**
     * Creates a payout, idempotent by the merchant's reference. With `payoutApproval` it can be `awaiting_approval`: an
     * operator approves it. Throws a `ProblemError`, such as `payout_limit`.
     */
    create(request: CreatePayout): Promise<PayoutView>
    /** Throws a `ProblemError` if it does not exist. */
    view(reference: string): Promise<PayoutView>
  }
  /** Personal data of a customer. */
  customers: {
    /** Everything stored about a customer, without tokens; empty lists for an unknown one. */
    export(customer: string): Promise<CustomerExport>
    /**
     * Deletes the customer's cards and erases the customer from every checkout, also from those still under way. Ids,
     * amounts and states stay.
     */
    erase(customer: string): Promise<CustomerErasure>
  }
  /** The balance of a currency. Throws `PaymentsRefusedError` or `PaymentsOutcomeUnknownError`. */
  balance(currency: string, pipeline?: string): Promise<Balance>
  /** Gauges of the current state, for metrics. */
  stats(): Promise<Stats>
  /** Rejects if the store cannot be read or the worker has stalled. */
  ready(): Promise<void>
  /** One pass over all due work, for servers without a worker. Returns how many tasks were done. */
  reconcile(): Promise<number>
  /** Responds to open long polls, finishes running tasks, and closes the store. */
  close(): Promise<void>
}
