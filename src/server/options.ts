import type { Method } from '../contract/view.ts'
import type { PaymentsClient } from '../service/client.ts'
import type { Profile, Secret } from '../service/pipeline.ts'
import type { AdditionalField } from '../service/request.ts'
import type { Clock } from './lib/clock.ts'
import type { LogLine } from './lib/log.ts'
import type { Metric } from './lib/metrics.ts'
import type { Cascade } from './rules/next-attempt.ts'
import type { Store, StoredEvent } from './store/store.ts'

/** One API key at the service. */
export interface PipelineOptions {
  /** What the key is for: one of three kinds of deposits, or payouts. */
  profile: Profile
  /** The API key, or a function that returns it; resolved at each use. */
  key: Secret
  /** Verifies callbacks of this pipeline; several while keys are rotated. */
  privateKey: Secret | readonly Secret[]
}

/** What is to be paid for an order, as `order()` returns it. */
export interface OrderTerms {
  /** The canonical order reference, if the page passes it in another form (signed, for instance). Default: the reference as passed. */
  reference?: string | undefined
  /** Decimal text in major units: `"1250.00"`. Never a float. */
  amount: string
  /** The service's currency key: `"UAH"`. */
  currency: string
  /** The customer's id, if the request proves it. Saved cards are offered to a proven customer only. */
  customer?: string | undefined
  /** Allowed methods, in the merchant's order of preference. Default: all that have a pipeline. */
  methods?: readonly Method[] | undefined
  /** Fields that the service requires for this flow in addition to the common ones. */
  additionalFields?: readonly AdditionalField[] | undefined
  /** Where the service redirects the payer. Default: `publicUrl` + `/return/processing`, `/success`, `/failed`. */
  redirects?: { processing: string; success: string; failed: string } | undefined
}

/** `null`: the order does not exist. `'forbidden'`: it exists, but this request may not pay it. */
export type OrderResult = OrderTerms | null | 'forbidden'

/** The options of `createPaypane`. In production, `sealKey` and `publicUrl` are required, too. */
export interface PaypaneOptions {
  /** The payments service: `createPaymentsClient(…)`. */
  service: PaymentsClient
  /** The pipelines by name. A deposit tries those of its profile in this order. */
  pipelines: Readonly<Record<string, PipelineOptions>>
  /** The database: `sqliteStore(…)`, `postgresStore(…)`, `memoryStore()`. */
  store: Store
  /**
   * Encrypts live instructions, card tokens and request bodies: 32 bytes as Base64. Of several the first encrypts, all
   * decrypt. Default with `memoryStore()`: a random key; otherwise required.
   */
  sealKey?: string | readonly string[] | undefined
  /** Returns what is to be paid for a reference, and whether this request may pay it. */
  order(reference: string, request: Request): OrderResult | Promise<OrderResult>
  /**
   * Receives events, at least once and in order per checkout; `event.id` stays the same when an event is delivered
   * again. An event is delivered again later if the function throws, rejects or takes longer than a minute.
   */
  onEvent?(event: StoredEvent): void | Promise<void>
  /**
   * The origin at which payers and the service reach this server, without the base path: `https://shop.example`.
   * Default: the origin of the request, if that is a loopback address; otherwise required.
   */
  publicUrl?: string | undefined
  /** The path the routes are mounted at: `/pay`. Default: empty. */
  basePath?: string | undefined
  /** After a refusal, `offer` the order's next method to the payer or start it automatically (`auto`). Default: `offer`. */
  cascade?: Cascade | undefined
  /** `dynamic`: every create request contains its callback URL. `static`: it is configured at the service. Default: `dynamic`. */
  callbacks?: 'dynamic' | 'static' | undefined
  /** Other origins whose pages may call this server (CORS): `['https://shop.example']`. Default: none. */
  allowedOrigins?: readonly string[] | undefined
  /** The operators' bearer token. Default: none, and no `/admin` routes. */
  adminToken?: Secret | undefined
  /** How long a payer has to choose, and then for each attempt. Default: 1800. */
  checkoutTtlSeconds?: number | undefined
  /** How long late payments are watched for after a failure or an expiry. Default: 72. */
  correctionWatchHours?: number | undefined
  /** How long after its timeout a create request may still be in flight. Default: the client's `timeoutMs`. */
  createGraceMs?: number | undefined
  /** When an unknown outcome, or an unconfirmed callback, becomes `needs_review`. Default: 60. */
  reviewAfterMinutes?: number | undefined
  /** Confirm a final status from a callback by a lookup before its event is emitted. Default: true. */
  confirmFinal?: boolean | undefined
  /**
   * Days after its last change when a finished checkout or payout loses its personal data; ids, amounts and states
   * stay. 0: never. Default: 730.
   */
  retentionDays?: number | undefined
  /** How many attempts may start per minute, for one order and from one client address. Default: 20 and 60. */
  rateLimits?: { order?: number; address?: number } | undefined
  /** The payer's address behind a proxy. Loopback addresses are not limited. Default: the connection's address. */
  clientAddress?(request: Request, connectionAddress: string | null): string | null
  /** Receives measurements. */
  onMetric?(metric: Metric): void
  /** Process due work in the background. With `false`, call `reconcile()` on a schedule. Default: true. */
  worker?: boolean | undefined
  /** Receives log lines, which contain no secrets and no payer data. */
  log?(line: LogLine): void
  /** Default: the system clock. */
  clock?: Clock | undefined
  /** Random numbers in [0, 1), for jitter. Default: `Math.random`. */
  random?(): number
}
