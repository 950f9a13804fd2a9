import { type Balance, readBalance } from './balance.ts'
import { readCreate } from './create-answer.ts'
import { InvalidRequest, PaymentsUnknown } from './errors.ts'
import { exchange, type HttpAnswer } from './http.ts'
import { readLookup } from './lookup-answer.ts'
import { pathSegment } from './order-id.ts'
import type { CreateOutcome, LookupOutcome } from './outcome.ts'
import type { DepositProfile, Secret } from './pipeline.ts'
import { type DepositRequest, depositBody, type PayoutRequest, payoutBody } from './request.ts'
import { reveal } from './secret.ts'

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
   * Creates a deposit, once, without hidden retries. A request that breaks a rule throws `InvalidRequest`
   * before anything is sent; everything after that is an outcome. A text that `depositBody` made goes out
   * byte for byte.
   */
  createDeposit(pipeline: DepositPipeline, request: DepositRequest | string): Promise<CreateOutcome>
  /** As `createDeposit`, for a payout and the text of `payoutBody`. */
  createPayout(pipeline: PayoutKey, request: PayoutRequest | string): Promise<CreateOutcome>
  /** Asks for a deposit. `silent` is no answer: only `missing` says that there is no such order. */
  depositStatus(pipeline: DepositKey, id: OrderId): Promise<LookupOutcome>
  /** As `depositStatus`, for a payout. */
  payoutStatus(pipeline: PayoutKey, id: OrderId): Promise<LookupOutcome>
  /** The seven figures of a key's balance. Throws `PaymentsRefused` or `PaymentsUnknown`. */
  balance(pipeline: { key: Secret }, currency: string): Promise<Balance>
}

type Kind = 'deposit' | 'withdrawal'

/**
 * The payments service, as a merchant's server calls it.
 * @throws `InvalidRequest` where an address or the timeout is none.
 * @example
 * const payments = createPaymentsClient({ baseUrl: 'https://core.example' })
 * const order = await payments.depositStatus({ key: 'API-KEY' }, { externalTransactionId: 'A-1' })
 * if (order.outcome === 'silent') console.log('no answer: ask again, and send nothing new before')
 */
export function createPaymentsClient(options: PaymentsClientOptions): PaymentsClient {
  const base = address(options.baseUrl, 'baseUrl')
  const hosts = {
    p2p: base,
    form: options.initUrl === undefined ? null : address(options.initUrl, 'initUrl'),
    token: options.tokenUrl === undefined ? null : address(options.tokenUrl, 'tokenUrl'),
  }
  const timeoutMs = options.timeoutMs ?? 10_000
  if (!(timeoutMs > 0)) throw new InvalidRequest('timeoutMs must be a number of milliseconds greater than 0.')
  const http = { fetch: options.fetch ?? globalThis.fetch, timeoutMs }

  async function call(key: Secret, url: string, body?: string): Promise<HttpAnswer> {
    const revealed = await obtain(key)
    if (typeof revealed !== 'string') return revealed
    const authorization = bearer(revealed)
    return exchange(
      body === undefined
        ? { method: 'GET', url, authorization }
        : { method: 'POST', url, authorization, body },
      http,
    )
  }

  const create = async (key: Secret, host: string, kind: Kind, body: string): Promise<CreateOutcome> =>
    readCreate(await call(key, `${host}${orders(kind)}/`, body))

  async function status(key: Secret, kind: Kind, id: OrderId): Promise<LookupOutcome> {
    const path =
      'externalId' in id
        ? `${pathSegment(id.externalId)}/status`
        : `${pathSegment(id.externalTransactionId)}/status-by-external-transaction-id`
    return readLookup(await call(key, `${base}${orders(kind)}/${path}`))
  }

  return {
    timeoutMs,
    async createDeposit({ profile, key }, request) {
      deposits(profile)
      const host = hosts[profile]
      if (!host) {
        throw new InvalidRequest(`Nothing was sent: the address of ${profile} deposits is not set.`)
      }
      return create(
        key,
        host,
        'deposit',
        typeof request === 'string' ? request : depositBody(profile, request),
      )
    },
    async createPayout({ profile, key }, request) {
      payouts(profile)
      return create(key, base, 'withdrawal', typeof request === 'string' ? request : payoutBody(request))
    },
    async depositStatus({ profile, key }, id) {
      deposits(profile)
      return status(key, 'deposit', id)
    },
    async payoutStatus({ profile, key }, id) {
      payouts(profile)
      return status(key, 'withdrawal', id)
    },
    async balance({ key }, currency) {
      const query = new URLSearchParams({ currency })
      return readBalance(await call(key, `${base}/api/v1/balance/merchant?${query}`))
    },
  }
}

const orders = (kind: Kind): string => `/api/v1/integration/${kind}-order`

/**
 * Types say the same; this is for callers without them, since a deposit sent on a payout's key moves money
 * the wrong way.
 */
function deposits(profile: string | undefined): void {
  if (profile === 'payout') throw new InvalidRequest('Nothing was sent: this pipeline is for payouts.')
}

function payouts(profile: string | undefined): void {
  if (profile !== undefined && profile !== 'payout') {
    throw new InvalidRequest('Nothing was sent: this pipeline is for deposits.')
  }
}

/** An address without its closing slashes, ready for a path behind it. */
function address(text: string, name: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) {
    throw new InvalidRequest(
      `${name} must be an http or https address, with a path at most: no user, query or fragment.`,
    )
  }
  return url.href.replace(/\/+$/, '')
}

/** The key, or the answer that there is none where it cannot be obtained just now. */
async function obtain(key: Secret): Promise<string | HttpAnswer> {
  try {
    return await reveal(key, "pipeline's key")
  } catch (error) {
    if (!(error instanceof PaymentsUnknown)) throw error
    return {
      answered: false,
      kind: 'other',
      status: null,
      what: 'was not asked: the key could not be obtained',
    }
  }
}

function bearer(key: string): string {
  if (/^[\x21-\x7E]+$/.test(key)) return `Bearer ${key}`
  throw new InvalidRequest(
    "Nothing was sent: the pipeline's key is empty or holds a space, a line break or another character that no key has.",
  )
}
