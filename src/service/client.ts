import { type Balance, parseBalanceResponse } from './balance.ts'
import { type CreateOutcome, parseCreateResponse } from './create-response.ts'
import { InvalidRequestError } from './errors.ts'
import type { OrderKind } from './order.ts'
import { type DepositProfile, resolveSecret, type Secret } from './pipeline.ts'
import {
  type DepositRequest,
  depositBody,
  fieldValuesOf,
  type PayoutRequest,
  pathSegment,
  payoutBody,
} from './request.ts'
import {
  type Deadline,
  type HttpRequest,
  type HttpResult,
  longestTimerMs,
  sendRequest,
  withDeadline,
} from './send-request.ts'
import { type LookupOutcome, parseStatusResponse } from './status-response.ts'

/** The addresses of the service, and the timeout. */
export interface PaymentsClientOptions {
  /** The core host: P2P deposits, payouts, lookups, balance. All three addresses may have a path. */
  baseUrl: string
  /** The host of the hosted card form. Required for pipelines of profile `form`. */
  initUrl?: string | undefined
  /** The host of saved-card deposits. Required for pipelines of profile `token`. */
  tokenUrl?: string | undefined
  /** Timeout of one request, obtaining the key and the response body included, in milliseconds, at most 2147483647. Default: 10000. */
  timeoutMs?: number | undefined
  /** Default: the platform's `fetch`. */
  fetch?: typeof fetch | undefined
}

/** The profile and key of a deposit pipeline. */
export interface DepositPipeline {
  profile: DepositProfile
  key: Secret
}

/** A deposit key for lookups. With a `profile`, the client rejects payout pipelines. */
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
export type OrderId =
  | {
      /** The payments service's id of the order. */
      externalId: string
    }
  | {
      /** The merchant's id, of the create request. */
      externalTransactionId: string
    }

/** The requests of the service, each sent once, without hidden retries. Amounts are decimal text. */
export interface PaymentsClient {
  /** Timeout of one request in milliseconds. */
  readonly timeoutMs: number
  /** Whether it has the host that creates deposits of this profile. Left out: it has all of them. */
  hasHost?(profile: DepositProfile): boolean
  /**
   * Creates a deposit. An invalid request throws `InvalidRequestError` before anything is sent; everything
   * else is an outcome. A body from `depositBody` is sent byte for byte.
   */
  createDeposit(pipeline: DepositPipeline, request: DepositRequest | string): Promise<CreateOutcome>
  /** Like `createDeposit`, for a payout and the body from `payoutBody`. */
  createPayout(pipeline: PayoutKey, request: PayoutRequest | string): Promise<CreateOutcome>
  /** Looks up a deposit. Only `not_found` means that the order does not exist; after `unknown`, look up again. */
  depositStatus(pipeline: DepositKey, id: OrderId): Promise<LookupOutcome>
  /** Like `depositStatus`, for a payout. */
  payoutStatus(pipeline: PayoutKey, id: OrderId): Promise<LookupOutcome>
  /** The balance of a key. Throws `PaymentsRefusedError` or `PaymentsOutcomeUnknownError`. */
  balance(pipeline: { key: Secret }, currency: string): Promise<Balance>
  /**
   * The clock of the service, in milliseconds since 1970, by the `Date` of its response to a request without a key; null if
   * the response has none. Rejects if there is no response within three seconds.
   */
  date(): Promise<number | null>
}

/**
 * Creates a client of the payments service for a merchant's server.
 * @throws `InvalidRequestError` if an option is invalid.
 * @example
 * const payments = createPaymentsClient({ baseUrl: 'https://core.example' })
 * const order = await payments.depositStatus({ key: 'API-KEY' }, { externalTransactionId: 'A-1' })
 * if (order.outcome === 'unknown') console.log('no reliable response: look it up again before sending anything new')
 */
export function createPaymentsClient(options: PaymentsClientOptions): PaymentsClient {
  if (typeof options !== 'object' || options === null)
    throw new InvalidRequestError(
      "createPaymentsClient needs an object of options: { baseUrl: 'https://…' }.",
    )
  const coreUrl = parseBaseUrl(options.baseUrl, 'baseUrl')
  const baseUrls = {
    p2p: coreUrl,
    form: options.initUrl === undefined ? null : parseBaseUrl(options.initUrl, 'initUrl'),
    token: options.tokenUrl === undefined ? null : parseBaseUrl(options.tokenUrl, 'tokenUrl'),
  }
  const timeoutMs = options.timeoutMs ?? 10_000
  if (!(timeoutMs > 0 && timeoutMs <= longestTimerMs))
    throw new InvalidRequestError(
      `timeoutMs must be a number of milliseconds above 0, and at most ${longestTimerMs}.`,
    )
  const fetcher = options.fetch ?? globalThis.fetch
  if (typeof fetcher !== 'function') throw new InvalidRequestError('fetch must be a function.')

  /** Sends a request with a key, which its result comes with; null if it could not be obtained. */
  const sendWithKey = (
    key: Secret,
    request: Omit<HttpRequest, 'authorization'>,
  ): Promise<{ result: HttpResult; usedKey: string | null }> =>
    withDeadline(timeoutMs, async (deadline) => {
      const resolved = await resolveKey(key, deadline)
      if (typeof resolved !== 'string') return { result: resolved, usedKey: null }
      const authorization = bearerHeader(resolved)
      return {
        result: await sendRequest({ ...request, authorization }, fetcher, deadline),
        usedKey: resolved,
      }
    })

  const call = async (key: Secret, url: string): Promise<HttpResult> =>
    (await sendWithKey(key, { method: 'GET', url })).result

  async function create(key: Secret, baseUrl: string, kind: OrderKind, body: string): Promise<CreateOutcome> {
    const url = `${baseUrl}${ordersPath(kind)}/`
    const { result, usedKey } = await sendWithKey(key, { method: 'POST', url, body })
    return parseCreateResponse(kind, result, [usedKey ?? '', ...fieldValuesOf(body)])
  }

  async function lookUp(key: Secret, kind: OrderKind, id: OrderId): Promise<LookupOutcome> {
    const path =
      'externalId' in id
        ? `${pathSegment(id.externalId)}/status`
        : `${pathSegment(id.externalTransactionId)}/status-by-external-transaction-id`
    return parseStatusResponse(await call(key, `${coreUrl}${ordersPath(kind)}/${path}`))
  }

  return {
    timeoutMs,
    hasHost: (profile) => baseUrls[profile] !== null,
    async createDeposit({ profile, key }, request) {
      assertDepositProfile(profile)
      const baseUrl = baseUrls[profile]
      if (baseUrl === null)
        throw new InvalidRequestError(
          `Nothing was sent: ${profile} deposits need ${profile === 'form' ? 'initUrl' : 'tokenUrl'}.`,
        )
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
    async date() {
      const { headers } = await fetcher(coreUrl, {
        method: 'HEAD',
        redirect: 'manual',
        cache: 'no-store',
        credentials: 'omit',
        // A server that starts waits for it.
        signal: AbortSignal.timeout(Math.min(timeoutMs, 3000)),
      })
      // A cache states how old the response is.
      const at = Date.parse(headers.get('date') ?? '') + Number(headers.get('age') ?? 0) * 1000
      return Number.isNaN(at) ? null : at
    },
  }
}

const ordersPath = (kind: OrderKind): string => `/api/v1/integration/${kind}-order`

/** For callers without types: a deposit sent with a payout key would move money the wrong way. */
function assertDepositProfile(profile: string | undefined): void {
  if (profile === 'payout') throw new InvalidRequestError('Nothing was sent: this pipeline is for payouts.')
}

function assertPayoutProfile(profile: string | undefined): void {
  if (profile !== undefined && profile !== 'payout')
    throw new InvalidRequestError('Nothing was sent: this pipeline is for deposits.')
}

/** The address without trailing slashes. */
function parseBaseUrl(value: string, name: string): string {
  const url = URL.canParse(value) ? new URL(value) : null
  if (url === null || !['http:', 'https:'].includes(url.protocol) || hasMoreThanPath(url))
    throw new InvalidRequestError(
      `${name} must be an http or https address without user, query or fragment; a path is allowed.`,
    )
  return url.href.replace(/\/+$/, '')
}

const hasMoreThanPath = ({ username, password, search, hash }: URL): boolean =>
  [username, password, search, hash].some((part) => part !== '')

/** The key, or a result without a response if it cannot be obtained in time. */
async function resolveKey(key: Secret, { timeoutMs, passed }: Deadline): Promise<string | HttpResult> {
  const failure = (problem: string): HttpResult => ({ received: false, kind: 'other', status: null, problem })
  const late = passed.then(() =>
    failure(`was not called this time: the key could not be obtained within ${timeoutMs} ms`),
  )
  try {
    return await Promise.race([resolveSecret(key, "pipeline's key"), late])
  } catch {
    return failure('was not called this time: the key could not be obtained')
  }
}

function bearerHeader(key: string): string {
  if (/^[\x21-\x7E]+$/.test(key)) return `Bearer ${key}`
  throw new InvalidRequestError(
    "Nothing was sent: the pipeline's key is empty or contains a space, a line break or another invalid character.",
  )
}

/**
 * The revision of the payments service's interface that this version implements. The interface names no public revision,
 * so this is the month of the description that was followed.
 */
export const interfaceRevision = '2026-11'
