import type { Method } from '../contract/view.ts'
import type { PaymentsClient } from '../service/client.ts'
import type { Profile, Secret } from '../service/pipeline.ts'
import type { AdditionalField } from '../service/request.ts'
import type { Clock } from './lib/clock.ts'
import type { LogLine } from './lib/log.ts'
import type { Metric } from './lib/metrics.ts'
import type { Cascade } from './rules/next-attempt.ts'
import type { Store, StoredEvent } from './store/store.ts'

/** One key at the service. */
export interface PipelineOptions {
  /** What the key may do: three kinds of deposits, and payouts. */
  profile: Profile
  /** The API key, or a function that gives it: it is resolved when used, not when the server is made. */
  key: Secret
  /** Verifies callbacks of this pipeline; several while one replaces another. */
  privateKey: Secret | readonly Secret[]
}

/** What the merchant's shop knows about an order. */
export interface OrderTerms {
  /** The order's one name, where the page's reference is only a way to say it (signed, for instance). */
  reference?: string | undefined
  /** Decimal text, in major units: `"1250.00"`. Never a float. */
  amount: string
  /** The currency key exactly as the service knows it: `"UAH"`. */
  currency: string
  /** Who pays, where the request proves it: only then are saved cards offered. */
  customer?: string | undefined
  /** How this order may be paid, in the merchant's order of preference. All that is configured unless said. */
  methods?: readonly Method[] | undefined
  /** What the flow needs besides the common fields, as agreed with the service. */
  additionalFields?: readonly AdditionalField[] | undefined
  /** Where the service sends the payer back to. Unless said: `publicUrl` + `/return/processing`, `/success`, `/failed`. */
  redirects?: { processing: string; success: string; failed: string } | undefined
}

/** `null`: there is no such order. `'forbidden'`: there is, but this request may not pay it. */
export type OrderResult = OrderTerms | null | 'forbidden'

/** What `createPaypane` is made of. `service`, `pipelines`, `store`, `order` and, but to try it, `sealKey` and `publicUrl` have to be given. */
export interface PaypaneOptions {
  /** The payments service: `createPaymentsClient(…)`. */
  service: PaymentsClient
  /** Every key at the service by a name of the merchant's choice. A deposit tries those of its profile in this order. */
  pipelines: Readonly<Record<string, PipelineOptions>>
  /** Where everything is kept: `sqliteStore(…)`, `postgresStore(…)`, `memoryStore()`. */
  store: Store
  /**
   * Seals live instructions, card tokens and bytes to send: 32 bytes as Base64; of several the first seals, all open.
   * With `memoryStore()` one is made unless given.
   */
  sealKey?: string | readonly string[] | undefined
  /** The merchant's shop: what is to be paid for this reference, and whether this request may pay it. */
  order(reference: string, request: Request): OrderResult | Promise<OrderResult>
  /**
   * Hears what happened, at least once and in order per checkout; `event.id` stays the same when it is told again.
   * A throw or a rejection means "not heard": it is told again later.
   */
  onEvent?(event: StoredEvent): void | Promise<void>
  /**
   * The address under which payers and the service reach this server, without the base path: `https://shop.example`.
   * Unless said, the address that the first request came to, where that is this machine.
   */
  publicUrl?: string | undefined
  /** Where the routes are mounted: `/pay`. Empty unless said. */
  basePath?: string | undefined
  /** After a refusal the next of the order's methods is offered to the payer, or taken at once. `offer` unless said. */
  cascade?: Cascade | undefined
  /** `dynamic`: every create names its callback address. `static`: the service has it configured. */
  callbacks?: 'dynamic' | 'static' | undefined
  /** Pages of other origins that may call: `['https://shop.example']`. None unless said. */
  allowedOrigins?: readonly string[] | undefined
  /** Lets operators in: `Authorization: Bearer …`. Without it there is no `/admin`. */
  adminToken?: Secret | undefined
  /** How long a payer has to choose, and then for each attempt. 1800 seconds unless said. */
  checkoutTtlSeconds?: number | undefined
  /** How long after a failure or an expiry late money is asked for. 72 hours unless said. */
  correctionWatchHours?: number | undefined
  /** How long after its timeout a create is still thought to be in flight. As the client's `timeoutMs` unless said. */
  createGraceMs?: number | undefined
  /** When an unknown create, or a callback never confirmed, goes to a human. 60 minutes unless said. */
  reviewAfterMinutes?: number | undefined
  /** A final status in a callback is confirmed at the status endpoint before the merchant is told. True unless said. */
  confirmFinal?: boolean | undefined
  /**
   * Days after which a checkout or payout that nothing has happened to is deleted, callbacks and events with it.
   * Kept for ever unless said. A deleted order's reference can be paid anew.
   */
  retentionDays?: number | undefined
  /** How many attempts may start per minute: of one order, 20 unless said; from one address, 60 unless said. */
  rateLimits?: { order?: number; address?: number } | undefined
  /** The payer's address, where a proxy stands in front. The connection's own unless said; loopback is not limited. */
  clientAddress?(request: Request, connectionAddress: string | null): string | null
  /** Hears every measurement, for metrics. */
  onMetric?(metric: Metric): void
  /** Does due work by itself. Where nothing runs between requests, say false and call `reconcile()` by a schedule. */
  worker?: boolean | undefined
  /** Hears one line per meaningful thing. Never a secret or a payer's data. */
  log?(line: LogLine): void
  /** Instead of the machine's clock, for tests. */
  clock?: Clock | undefined
  /** Random numbers in [0, 1), for jitter. */
  random?(): number
}
