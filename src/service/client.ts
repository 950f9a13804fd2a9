import { type Balance, parseBalanceResponse } from './balance.ts'
import { parseCreateResponse } from './create-response.ts'
import { InvalidRequestError, PaymentsOutcomeUnknownError } from './errors.ts'
import { pathSegment } from './order-id.ts'
import type { CreateOutcome, LookupOutcome } from './outcome.ts'
import { type DepositProfile, resolveSecret, type Secret } from './pipeline.ts'
import { type DepositRequest, depositBody, type PayoutRequest, payoutBody } from './request.ts'
import { type HttpResult, sendRequest } from './send-request.ts'
import { parseStatusResponse } from './status-response.ts'

/** Where the service is, and how long to wait for it. */
export interface PaymentsClientOptions {
  /**
   * The core host: P2P deposits, payouts, every status look-up, the balance. It may carry a path, as the
   * other two may.
   */
  baseUrl: string
  /** The host of the hosted card form; needed by pipelines of the profile `form`. */
  initUrl?: string | undefined
  /** The host of deposits by a stored card; needed by pipelines of the profile `token`. */
  tokenUrl?: string | undefined
  /** How long one call may take, its answer's body included, in milliseconds. 10000 unless said. */
  timeoutMs?: number | undefined
  /** Instead of the platform's `fetch`. */
  fetch?: typeof fetch | undefined
}

/** A deposit pipeline as the client needs it. */
export interface DepositPipeline {
  profile: DepositProfile
  key: Secret
}

/** The key of a look-up must be one for this kind of order; a `profile` beside it lets that be checked. */
export interface DepositKey {
  profile?: DepositProfile
  key: Secret
}

/** The key of a payout pipeline. */
export interface PayoutKey {
  profile?: 'payout'
  key: Secret
}

/** Either the service's identifier of an order, or the merchant's. */
export type OrderId = { externalId: string } | { externalTransactionId: string }

/** The service's own calls, each once, without hidden retries. Amounts go in and come out as text. */
export interface PaymentsClient {
  /** How long one call may take, in milliseconds: what its callers reckon by. */
  readonly timeoutMs: number
  /**
   * Creates a deposit, once, without hidden retries. A request that breaks a rule throws `InvalidRequestError`
   * before anything is sent; everything after that is an outcome. A text that `depositBody` made goes out
   * byte for byte.
   */
  createDeposit(pipeline: DepositPipeline, request: DepositRequest | string): Promise<CreateOutcome>
  /** As `createDeposit`, for a payout and the text of `payoutBody`. */
  createPayout(pipeline: PayoutKey, request: PayoutRequest | string): Promise<CreateOutcome>
  /** Asks for a deposit. `unknown` is no answer: only `not_found` says that there is no such order. */
  depositStatus(pipeline: DepositKey, id: OrderId): Promise<LookupOutcome>
  /** As `depositStatus`, for a payout. */
  payoutStatus(pipeline: PayoutKey, id: OrderId): Promise<LookupOutcome>
  /** The seven figures of a key's balance. Throws `PaymentsRefusedError` or `PaymentsOutcomeUnknownError`. */
  balance(pipeline: { key: Secret }, currency: string): Promise<Balance>
}

type Kind = 'deposit' | 'withdrawal'

/**
 * The payments service, as a merchant's server calls it.
 * @throws `InvalidRequestError` where an address or the timeout is none.
 * @example
 * const payments = createPaymentsClient({ baseUrl: 'https://core.example' })
 * const order = await payments.depositStatus({ key: 'API-KEY' }, { externalTransactionId: 'A-1' })
 * if (order.outcome === 'unknown') console.log('no answer: ask again, and send nothing new before')
 */
export function createPaymentsClient(options: PaymentsClientOptions): PaymentsClient {
  const coreUrl = parseBaseUrl(options.baseUrl, 'baseUrl')
  const baseUrls = {
    p2p: coreUrl,
    form: options.initUrl === undefined ? null : parseBaseUrl(options.initUrl, 'initUrl'),
    token: options.tokenUrl === undefined ? null : parseBaseUrl(options.tokenUrl, 'tokenUrl'),
  }
  const timeoutMs = options.timeoutMs ?? 10_000
  if (!(timeoutMs > 0))
    throw new InvalidRequestError('timeoutMs must be a number of milliseconds greater than 0.')
  const httpOptions = { fetch: options.fetch ?? globalThis.fetch, timeoutMs }

  async function call(key: Secret, url: string, body?: string): Promise<HttpResult> {
    const resolved = await resolveKey(key)
    if (typeof resolved !== 'string') return resolved
    const authorization = bearerHeader(resolved)
    return sendRequest(
      body === undefined
        ? { method: 'GET', url, authorization }
        : { method: 'POST', url, authorization, body },
      httpOptions,
    )
  }

  const create = async (key: Secret, baseUrl: string, kind: Kind, body: string): Promise<CreateOutcome> =>
    parseCreateResponse(await call(key, `${baseUrl}${ordersPath(kind)}/`, body))

  async function lookUp(key: Secret, kind: Kind, id: OrderId): Promise<LookupOutcome> {
    const path =
      'externalId' in id
        ? `${pathSegment(id.externalId)}/status`
        : `${pathSegment(id.externalTransactionId)}/status-by-external-transaction-id`
    return parseStatusResponse(await call(key, `${coreUrl}${ordersPath(kind)}/${path}`))
  }

  return {
    timeoutMs,
    async createDeposit({ profile, key }, request) {
      assertDepositProfile(profile)
      const baseUrl = baseUrls[profile]
      if (!baseUrl) {
        throw new InvalidRequestError(`Nothing was sent: the address of ${profile} deposits is not set.`)
      }
      return create(
        key,
        baseUrl,
        'deposit',
        typeof request === 'string' ? request : depositBody(profile, request),
      )
    },
    async createPayout({ profile, key }, request) {
      assertPayoutProfile(profile)
      return create(key, coreUrl, 'withdrawal', typeof request === 'string' ? request : payoutBody(request))
    },
    async depositStatus({ profile, key }, id) {
      assertDepositProfile(profile)
      return lookUp(key, 'deposit', id)
    },
    async payoutStatus({ profile, key }, id) {
      assertPayoutProfile(profile)
      return lookUp(key, 'withdrawal', id)
    },
    async balance({ key }, currency) {
      const query = new URLSearchParams({ currency })
      return parseBalanceResponse(await call(key, `${coreUrl}/api/v1/balance/merchant?${query}`))
    },
  }
}

const ordersPath = (kind: Kind): string => `/api/v1/integration/${kind}-order`

/**
 * Types say the same; this is for callers without them, since a deposit sent on a payout's key moves money
 * the wrong way.
 */
function assertDepositProfile(profile: string | undefined): void {
  if (profile === 'payout') throw new InvalidRequestError('Nothing was sent: this pipeline is for payouts.')
}

function assertPayoutProfile(profile: string | undefined): void {
  if (profile !== undefined && profile !== 'payout') {
    throw new InvalidRequestError('Nothing was sent: this pipeline is for deposits.')
  }
}

/** An address without its closing slashes, ready for a path behind it. */
function parseBaseUrl(value: string, name: string): string {
  const url = URL.canParse(value) ? new URL(value) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) {
    throw new InvalidRequestError(
      `${name} must be an http or https address, with a path at most: no user, query or fragment.`,
    )
  }
  return url.href.replace(/\/+$/, '')
}

/** The key, or the answer that there is none where it cannot be obtained just now. */
async function resolveKey(key: Secret): Promise<string | HttpResult> {
  try {
    return await resolveSecret(key, "pipeline's key")
  } catch (error) {
    if (!(error instanceof PaymentsOutcomeUnknownError)) throw error
    return {
      received: false,
      kind: 'other',
      status: null,
      problem: 'was not asked: the key could not be obtained',
    }
  }
}

function bearerHeader(key: string): string {
  if (/^[\x21-\x7E]+$/.test(key)) return `Bearer ${key}`
  throw new InvalidRequestError(
    "Nothing was sent: the pipeline's key is empty or holds a space, a line break or another character that no key has.",
  )
}
