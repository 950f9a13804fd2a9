/** What may go wrong by itself: probabilities in percent, drawn by the seed. Zero: never. */
export const calm = {
  payerLoss: 0,
  payerDuplicate: 0,
  payerSlow: 0,
  serviceLoss: 0,
  serviceDuplicate: 0,
  serviceSlow: 0,
  callbackLoss: 0,
  callbackDuplicate: 0,
  callbackSlow: 0,
  /** A notification of another instance is lost. */
  hintLoss: 0,
  /** A call of the store takes up to two seconds. */
  storeSlow: 0,
  /** A call of the store fails, in half of all cases once it is committed. */
  storeFailure: 0,
  /** An instance crashes, at each of its I/O calls. */
  crash: 0,
  /** `order()` fails. */
  orderFailure: 0,
  /** `onEvent` fails. */
  eventFailure: 0,
  /** `onEvent` takes longer than its limit, or never ends. */
  eventSlow: 0,
  /** The service sends no callbacks about changed amounts. */
  quietAmounts: 0,
  /** Payouts need a second operator. */
  approval: 0,
  /** By how many milliseconds at most an instance's clock is wrong. */
  skewMs: 0,
  /** Two instances more than one. */
  moreInstances: 0,
  /** Seconds between two passes of an instance over its due work, more than eight. */
  slowPasses: 0,
  /** After a refusal the server starts the next method by itself. */
  cascade: 0,
  /** After how many seconds the personal data of what is over is erased; zero: after years. */
  retention: 0,
  /**
   * 1: orders are opened with tokens of the shop, which may state the price and prove the customer. 2: what a token states
   * is the price.
   */
  tokens: 0,
  /** A checkout has few attempts. */
  fewAttempts: 0,
  /** What may be paid out on a day is limited. */
  payoutLimit: 0,
  /** Lookups name the card of a payment minutes after it. */
  lateCards: 0,
  /** A transfer's payment details name no place to pay to. */
  sparseDetails: 0,
  /** Payers of transfers fill in fields; of more than one, the service demands another. */
  payerFields: 0,
  /** Once, all instances restart with another seal key, and retire the first. */
  keyRotation: 0,
  /** Clocks are set wrong for minutes, by years. 1: the service's is the only other one. 2: the database has one. */
  wrongClocks: 0,
  /** Rows cannot be read for a time. */
  damagedRows: 0,
  /** A payer may claim a transfer that is waited for once it has expired only. */
  lateClaims: 0,
  /** Of some orders the shop accepts a little less. */
  tolerance: 0,
  /** Forms have two private keys: their own, and that of the other pipelines. */
  sharedKeys: 0,
}
export type Conditions = typeof calm
