import type { Operator, Scope } from '../../contract/operator.ts'
import type { Merchant, Method, Next, PayerField } from '../../contract/view.ts'
import type { PaymentsClient } from '../../service/client.ts'
import type { Profile, Secret } from '../../service/pipeline.ts'
import type { AdditionalField } from '../../service/request.ts'
import type { Clock } from '../lib/clock.ts'
import type { OrderClaims } from '../lib/crypto/order-token.ts'
import type { RateLimits } from '../lib/limits/abuse-guard.ts'
import type { LogLine } from '../lib/log.ts'
import type { Metric } from '../lib/metrics.ts'
import type { Pages, ReadAsset } from '../pages.ts'
import type { Cascade } from '../rules/checkout/next-attempt.ts'
import type { PayoutApproval } from '../rules/payout/approval.ts'
import type { StoredEvent } from '../store/events.ts'
import type { Store } from '../store/store.ts'

/** One API key at the service. */
export interface PipelineOptions {
  /** What the key is for: one of three kinds of deposits, or payouts. */
  profile: Profile
  /** The API key, or a function that returns it; resolved at each use. Payouts need another key than deposits. */
  key: Secret
  /** Verifies callbacks of this pipeline; several while keys are rotated. */
  privateKey: Secret | readonly Secret[]
  /** The currency keys that it serves. Default: any. */
  currencies?: readonly string[] | undefined
  /** The smallest and the largest amount that it serves, by currency key in any case, as decimal text. Default: any. */
  limits?: Readonly<Record<string, { min?: string | undefined; max?: string | undefined }>> | undefined
  /** The keys of the additional fields and payer fields that are sent to it; for deposits only. Default: all. */
  fields?: readonly string[] | undefined
  /**
   * What a payer gives as the destination of a refund; for payouts only. They are sent as additional fields. Default: an
   * account number, as `accountNumber`.
   */
  payerFields?: readonly PayerFieldOptions[] | undefined
}

/** A text, or one by language tag: `{ en: 'Bank', uk: 'Банк' }`. */
export type PayerFieldText = string | Readonly<Record<string, string>>

/** Something that only the payer knows and the service requires for a method. */
export interface PayerFieldOptions {
  /** The key of the additional field, as agreed with the service. */
  key: string
  /** The kind of input. */
  kind: PayerField['kind']
  /** Default: true. */
  required?: boolean | undefined
  /** A regular expression that the whole value matches, as in HTML; of numbers without spaces and separators. */
  pattern?: string | undefined
  /** Default: 256. At most 1024. */
  maxLength?: number | undefined
  /** What a `select` offers. */
  options?:
    | readonly {
        /** What is sent. */
        value: string
        label: PayerFieldText
      }[]
    | undefined
  /** Default: the widget's own for the well-known keys. */
  label?: PayerFieldText | undefined
  /** A text below the field. */
  hint?: PayerFieldText | undefined
  /** Request it only after the service has refused an attempt because it was missing. Default: false. */
  onDemand?: boolean | undefined
}

/** An operator who has a bearer token. */
export interface OperatorOptions {
  /**
   * The SHA-256 of the token, in hex: `createOperatorToken()`, or `npx paypane operator NAME`. Unless `publicUrl` is a
   * loopback address, another token is accepted only if it can have 128 random bits.
   */
  tokenSha256: string
  /** What the operator may do. */
  scopes: readonly Scope[]
}

/** What is to be paid for an order, as `order()` returns it. */
export interface OrderTerms {
  /** The canonical order reference, if the page passes it in another form: 1 to 512 characters. Default: the reference as passed. */
  reference?: string | undefined
  /** Decimal text in major units: `"1250.00"`. Never a float. */
  amount: string
  /** The service's currency key: `"UAH"`. At most 64 characters. */
  currency: string
  /**
   * The customer's id, if the request proves it: 1 to 256 characters, not `.` or `..`. Saved cards are offered to a proven
   * customer only.
   */
  customer?: string | undefined
  /** Allowed methods, in the merchant's order of preference. Default: all that have a pipeline. */
  methods?: readonly Method[] | undefined
  /** Fields that the service requires for this flow in addition to the common ones. */
  additionalFields?: readonly AdditionalField[] | undefined
  /** How much less than `amount` still counts as paid: `"1.00"`. Less is `checkout.underpaid`. Default: `"0"`. */
  tolerance?: string | undefined
  /** What the payer may do after success: a phrase, and the https address of a button "Continue". */
  next?: Next | undefined
  /** By method: what the payer fills in before an attempt starts. A key that `additionalFields` sets is not asked for. */
  fields?: Partial<Readonly<Record<Method, readonly PayerFieldOptions[]>>> | undefined
  /** The only pipeline that this order is paid through, by its name. Default: each that fits, in order. */
  pipeline?: string | undefined
  /** Where the service redirects the payer. Default: `publicUrl` + `/return/processing`, `/success`, `/failed`. */
  redirects?:
    | {
        /** While the outcome is open. */
        processing: string
        /** After success. */
        success: string
        /** After a failure. */
        failed: string
      }
    | undefined
}

/** `null`: the order does not exist. `'forbidden'`: it exists, but this request may not pay it. */
export type OrderResult = OrderTerms | null | 'forbidden'

/** The options of `createPaypane`. In production, `sealKey` and `publicUrl` are required, too. */
export interface PaypaneOptions {
  /** The payments service: `createPaymentsClient(…)`. */
  service: PaymentsClient
  /** The pipelines by name. A payment tries those of its profile that serve its currency and amount, in this order. */
  pipelines: Readonly<Record<string, PipelineOptions>>
  /** The database: `sqliteStore(…)`, `postgresStore(…)` or `memoryStore()`. The operations of a store are not public. */
  store: Store
  /**
   * Encrypts live payment details, card tokens and request bodies: 32 bytes as Base64. Of several the first encrypts, all
   * decrypt. Default with `memoryStore()`: a random key; otherwise required.
   */
  sealKey?: string | readonly string[] | undefined
  /**
   * Returns what is to be paid for a reference, and whether this request may pay it. With an `orderSecret` it is called
   * for authentic order tokens only: `reference` is the token's order, `token` its other claims. An amount, currency or
   * customer of the token must be the result's.
   */
  order(reference: string, request: Request, token?: OrderClaims): OrderResult | Promise<OrderResult>
  /** How long `order()` may take; a request whose `order()` takes longer is answered 503. Default: 10000. */
  orderTimeoutMs?: number | undefined
  /**
   * At least 32 bytes: pages must give each order as an order token signed with it (`signOrder`), and nothing else is
   * accepted. Of several the first signs, all verify. Required unless `publicUrl` is a loopback address or
   * `allowPlainOrders` is true.
   */
  orderSecret?: Secret | readonly Secret[] | undefined
  /**
   * Accept plain references without an `orderSecret` although others than this machine reach the server: anyone who
   * guesses a reference sees the payment details of its order, unless `order()` refuses the request. Default: false.
   */
  allowPlainOrders?: boolean | undefined
  /**
   * A prefix of the `externalTransactionId` of an order's attempts, or of a payout's by its reference; Paypane appends a
   * UUID. At most 32 letters, digits, `-` and `_`, the same for the same reference, so that a payout that a failover has
   * lost is not paid again. Default: none.
   */
  transactionIdPrefix?(reference: string): string
  /**
   * Receives events, at least once and in order per checkout; `event.id` stays the same when an event is delivered
   * again. An event is delivered again later if the function throws, rejects or takes longer than a minute; operators
   * see the error's message, redacted.
   */
  onEvent?(
    event: StoredEvent,
    delivery: {
      /** An operator has sent an event again that was delivered before. */
      resent: boolean
    },
  ): void | Promise<void>
  /** The shop's name and where its payers get help: `{ name: 'Oak & Co', support: { email: 'help@shop.example' } }`. */
  merchant?: Merchant | undefined
  /**
   * The origin at which payers and the service reach this server, without the base path: `https://shop.example`. http only
   * for a loopback address. With any other address, or without one, options that are unsafe there are refused.
   * Required for dynamic callbacks and for orders without `redirects`. Never derived from a request.
   */
  publicUrl?: string | undefined
  /**
   * Reads the widget's files, so that `{basePath}/paypane.js` serves the script. `readAsset` from `paypane/server/node`
   * on Node, Bun and Deno. Default: the files are not served.
   */
  assets?: ReadAsset | undefined
  /** Payment pages for payers: `hostedPages(…)` of `paypane/server/html`. Default: no pages, the API alone. */
  pages?: Pages | undefined
  /** The path the routes are mounted at: `/pay`. Default: empty. */
  basePath?: string | undefined
  /**
   * The hosts of payment forms, with a port if it is not 443: `['pay.example']`. The form of another host is not given to
   * the payer. Default: every https host, and http ones if `publicUrl` is a loopback address.
   */
  formHosts?: readonly string[] | undefined
  /** After a refusal, `offer` the order's next method to the payer or start it automatically (`auto`). Default: `offer`. */
  cascade?: Cascade | undefined
  /** `dynamic`: every create request contains its callback URL. `static`: it is configured at the service. Default: `dynamic`. */
  callbacks?: 'dynamic' | 'static' | undefined
  /** Other origins whose pages may call this server (CORS): `['https://shop.example']`. Default: none. */
  allowedOrigins?: readonly string[] | undefined
  /**
   * The bearer token of an operator named `admin`, who may do everything but approve a payout: at least 128 random bits
   * unless `publicUrl` is a loopback address. Without `adminToken`, `operators` and `authorize` there are no `/admin` routes.
   */
  adminToken?: Secret | undefined
  /** The operators by name, each with the digest of a bearer token and what the operator may do. */
  operators?: Readonly<Record<string, OperatorOptions>> | undefined
  /**
   * The operator of a request without a token of `operators` or `adminToken`: the identity of a proxy, or the shop's own
   * session. Null: nobody. It must not rely on what a client can set by itself, such as a header that no proxy overwrites.
   */
  authorize?(request: Request): Operator | null | Promise<Operator | null>
  /**
   * Which payouts a second operator, with the scope `payout:approve`, has to approve before they are sent, and to discard:
   * `never`, `always`, or those above an amount by currency: `{ UAH: '10000' }`. A currency without an amount: always.
   * Default: `never`.
   */
  payoutApproval?: PayoutApproval | undefined
  /**
   * What may be paid out on a day, from 00:00 to 24:00 UTC, by currency: `{ UAH: '50000' }`. Once it is set, a currency
   * without an amount pays nothing out. Default: no limits.
   */
  payoutDailyLimit?: Readonly<Record<string, string>> | undefined
  /** How long a payer has to choose, and then for each attempt. Default: 1800. */
  checkoutTtlSeconds?: number | undefined
  /** How many attempts a checkout may have, until an operator reopens it. Default: 20. */
  maxAttempts?: number | undefined
  /**
   * A payer who states that no money was sent may replace an open transfer or form by another attempt, at most three
   * times. The replaced one stays watched, and its success counts. Default: true.
   */
  allowReplace?: boolean | undefined
  /**
   * How often a payer may ask for more time, while choosing and then for each attempt. Each time adds ten minutes, or
   * `checkoutTtlSeconds` where that is less. 0: never. Default: 10, as WCAG 2.2.1 wants it.
   */
  maxExtensions?: number | undefined
  /** How long late payments are watched for after a failure or an expiry. Default: 72. */
  correctionWatchHours?: number | undefined
  /** How long after its timeout a create request may still be in flight. Default: the client's `timeoutMs`. */
  createGraceMs?: number | undefined
  /**
   * When an unknown outcome, an unconfirmed callback, or an order whose lookups are not answered or name a status that is not
   * documented becomes `needs_review`. Default: 60.
   */
  reviewAfterMinutes?: number | undefined
  /** After how long a payer may claim that a transfer was sent which is still waited for. Default: 30. */
  claimAfterMinutes?: number | undefined
  /**
   * What a payer reads while a claim is open, such as how long a decision usually takes: at most 500 characters, in the
   * language of the shop. Default: nothing.
   */
  claimText?: string | undefined
  /** Confirm a final status from a callback by a lookup before its event is emitted. Default: true. */
  confirmFinal?: boolean | undefined
  /**
   * Days after its last change when a finished checkout or payout loses its personal data; ids, amounts and states
   * stay. 0: never. Default: 730.
   */
  retentionDays?: number | undefined
  /**
   * What one client address may do; an IPv6 address counts with its /64 network. Requests without a known address share
   * limits ten times as high.
   */
  rateLimits?: RateLimits | undefined
  /**
   * Proxies whose `X-Forwarded-For` or `Forwarded` is trusted: addresses and networks such as `10.0.0.0/8`. Default: none,
   * the client's address is the connection's.
   */
  trustedProxies?: readonly string[] | undefined
  /** The client's address, where `trustedProxies` cannot give it. Null: unknown. */
  clientAddress?(request: Request, connectionAddress: string | null): string | null
  /** The addresses and networks from which callbacks are accepted. Default: any; the signature proves them. */
  callbackAddresses?: readonly string[] | undefined
  /** Receives measurements. What it throws stops nothing, and is logged once. */
  onMetric?(metric: Metric): void
  /** Process due work in the background. With `false`, call `reconcile()` on a schedule. Default: true. */
  worker?: boolean | undefined
  /**
   * Receives log lines, which contain no secrets and no payer data. Default: JSON lines on standard error, also for a line
   * for which it throws.
   */
  log?(line: LogLine): void
  /** Default: the system clock. One without `elapsed` is compared with no other. */
  clock?: Clock | undefined
  /** Random numbers in [0, 1), for jitter. Default: `Math.random`. */
  random?(): number
}
