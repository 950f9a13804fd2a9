import { type Signal, signal } from '@preact/signals'
import type { z } from 'zod'
import {
  AuditLine,
  BalanceView,
  CheckoutDetail,
  CheckoutList,
  ClaimList,
  type CreatePayout,
  type CreateRefund,
  type DecidePayout,
  type DeclineClaim,
  EventDelivery,
  EventList,
  LastReconciliation,
  Operator,
  PayLink,
  PayoutDetail,
  PayoutList,
  PayoutView,
  PipelineList,
  Problem,
  RefundLink,
  Report,
  ResentEvents,
  type ResolveReview,
  UnmatchedCallback,
  UnmatchedCallbackList,
} from '../contract/index.ts'
import type { Filters, ListPage } from './route.ts'

/** A failed request to the admin API, with a message for the operator. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** `unknown`: no readable response, so the request may have taken effect. */
  readonly kind: 'unauthorized' | 'refused' | 'unknown'
  readonly code: string | null

  constructor(kind: ApiError['kind'], message: string, code: string | null = null, cause?: unknown) {
    super(message, { cause })
    this.kind = kind
    this.code = code
  }
}

/** After any other error the outcome is unknown: the request may have taken effect. */
export const asApiError = (error: unknown): ApiError =>
  error instanceof ApiError ? error : new ApiError('unknown', String(error))

export interface ListQuery extends Filters {
  /** Excludes entries that need review. */
  withoutReview?: boolean
}

/** Grows with every action of this operator: what was counted before is out of date. */
export const actionCount: Signal<number> = signal(0)

/** The client of the admin API. The token is stored nowhere else. */
export type Api = ReturnType<typeof createApi>

/** The days of a report, in UTC; null: its default. */
export interface ReportDays {
  from: string | null
  to: string | null
}
const daysQuery = ({ from, to }: ReportDays): string =>
  `?${new URLSearchParams({ from: from ?? '', to: to ?? '' })}`

/** Rows of one page. */
const pageSize = '50'

export function createApi(adminUrl: string, token: string | null, onUnauthorized: () => void) {
  /** Resolves with a 2xx response. */
  async function request(
    path: string,
    { body, abortSignal }: { body?: unknown; abortSignal?: AbortSignal | undefined } = {},
  ): Promise<Response> {
    const response = await sendRequest(`${adminUrl}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal: abortSignal ?? null,
      // Without a token, the session of the proxy in front authenticates: a cookie or a client certificate.
      credentials: token === null ? 'same-origin' : 'omit',
      redirect: 'error',
      cache: 'no-store',
    })
    if (response.status === 401) {
      onUnauthorized()
      throw new ApiError('unauthorized', 'The server does not accept this token.')
    }
    if (body !== undefined) actionCount.value += 1
    if (!response.ok) throw toApiError(response.status, await response.json().catch(() => null))
    return response
  }
  async function call<T extends z.ZodType>(
    schema: T,
    path: string,
    options: Parameters<typeof request>[1] = {},
  ): Promise<{ value: z.output<T>; status: number }> {
    const response = await request(path, options)
    const parsed = schema.safeParse(await response.json().catch(() => null))
    if (!parsed.success) throw new ApiError('unknown', 'The console cannot read the response of the server.')
    return { value: parsed.data, status: response.status }
  }
  const get = async <T extends z.ZodType>(schema: T, path: string, abortSignal?: AbortSignal) =>
    (await call(schema, path, { abortSignal })).value
  const post = async <T extends z.ZodType>(schema: T, path: string, body: object = {}) =>
    (await call(schema, path, { body })).value
  const encode = encodeURIComponent
  async function download(path: string): Promise<Blob> {
    const response = await request(path)
    return await response.blob().catch((cause: unknown) => {
      throw new ApiError('unknown', 'The connection broke: the file is not complete.', null, cause)
    })
  }

  return {
    me: () => get(Operator, '/me'),
    pipelines: async () => (await get(PipelineList, '/pipelines')).pipelines,
    checkouts: (query: ListQuery, abortSignal?: AbortSignal) =>
      get(CheckoutList, `/checkouts${listQuery(query)}`, abortSignal),
    checkout: (id: string, abortSignal?: AbortSignal) =>
      get(CheckoutDetail, `/checkouts/${encode(id)}`, abortSignal),
    resolveCheckout: (id: string, decision: ResolveReview) =>
      post(CheckoutDetail, `/checkouts/${encode(id)}/review`, decision),
    payLink: (id: string) => post(PayLink, `/checkouts/${encode(id)}/link`),
    payouts: (query: ListQuery, abortSignal?: AbortSignal) =>
      get(PayoutList, `/payouts${listQuery(query)}`, abortSignal),
    payout: (reference: string, abortSignal?: AbortSignal) =>
      get(PayoutDetail, `/payouts/${encode(reference)}`, abortSignal),
    resolvePayout: (reference: string, decision: ResolveReview) =>
      post(PayoutDetail, `/payouts/${encode(reference)}/review`, decision),
    decidePayout: (reference: string, decision: 'approve' | 'reject', note: DecidePayout) =>
      post(PayoutDetail, `/payouts/${encode(reference)}/${decision}`, note),
    events: (query: ListQuery, abortSignal?: AbortSignal) =>
      get(EventList, `/events${listQuery(query)}`, abortSignal),
    resendEvent: (id: string) => post(EventDelivery, `/events/${encode(id)}/resend`),
    /** The number of events since a time; of many, at least a thousand. */
    async countEvents(since: string): Promise<{ count: number; isMore: boolean }> {
      let count = 0
      let after: string | null = null
      do {
        const query: URLSearchParams = new URLSearchParams({
          since,
          limit: '200',
          ...(after !== null && { after }),
        })
        const page = await get(EventList, `/events?${query}`)
        count += page.events.length
        after = page.next
      } while (after !== null && count < 1000)
      return { count, isMore: after !== null }
    },
    /** Sends all events since a time again, page by page. Returns their number. */
    async resendEvents(since: string): Promise<number> {
      let count = 0
      let after: string | null = null
      do {
        const body: object = { since, ...(after !== null && { after }) }
        const page = await post(ResentEvents, '/events/resend', body)
        count += page.count
        after = page.next
      } while (after !== null)
      return count
    },
    unmatchedCallbacks: (after: string | null, abortSignal?: AbortSignal) =>
      get(
        UnmatchedCallbackList,
        `/callbacks/unmatched?${new URLSearchParams({ limit: pageSize, ...(after === null ? {} : { after }) })}`,
        abortSignal,
      ),
    /** The first page of the open claims, the oldest first. */
    claims: (abortSignal?: AbortSignal) => get(ClaimList, `/claims?limit=${pageSize}`, abortSignal),
    declineClaim: (number: string, decline: DeclineClaim) =>
      post(CheckoutDetail, `/claims/${encode(number)}/decline`, decline),
    receipt: (number: string, id: string) => download(`/claims/${encode(number)}/receipts/${encode(id)}`),
    /** The case file of a checkout, as one archive. */
    caseFile: (id: string) => download(`/checkouts/${encode(id)}/case?format=zip`),
    createRefund: (id: string, refund: CreateRefund) =>
      post(RefundLink, `/checkouts/${encode(id)}/refunds`, refund),
    withdrawRefund: (id: string, refund: string) =>
      post(CheckoutDetail, `/checkouts/${encode(id)}/refunds/${encode(refund)}/withdraw`),
    /** The audit trail of these days in the operator's time zone, the newest first. */
    async audit(from: string, to: string, abortSignal?: AbortSignal): Promise<AuditLine[]> {
      const query = new URLSearchParams({ since: startOfDay(from), until: startOfDay(to, 1) })
      const text = await (await request(`/audit?${query}`, { abortSignal })).text()
      const lines = text.split('\n').filter((line) => line !== '')
      return lines.map((line) => AuditLine.parse(JSON.parse(line))).reverse()
    },
    acknowledgeCallback: (id: string, note: string) =>
      post(UnmatchedCallback, `/callbacks/unmatched/${encode(id)}/acknowledge`, { note }),
    /** `isNew`: false if a payout with this reference already existed. */
    async createPayout(payout: CreatePayout) {
      const { status } = await call(PayoutView, '/payouts', { body: payout })
      return { isNew: status !== 200 }
    },
    /** All pages of a list as one CSV file. */
    exportCsv: (what: ListPage, filters: Filters) => download(`/export${listQuery(filters)}&what=${what}`),
    reconciliation: (abortSignal?: AbortSignal) => get(LastReconciliation, '/reconciliation', abortSignal),
    report: (days: ReportDays, abortSignal?: AbortSignal) =>
      get(Report, `/report${daysQuery(days)}`, abortSignal),
    reportFile: (days: ReportDays, format: 'csv' | 'json') =>
      download(`/report${daysQuery(days)}&format=${format}`),
    balance: (currency: string, pipeline: string, abortSignal?: AbortSignal) =>
      get(BalanceView, `/balance?${new URLSearchParams({ currency, pipeline })}`, abortSignal),
  }
}

async function sendRequest(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (cause) {
    throw new ApiError('unknown', 'No response from the server.', null, cause)
  }
}

function toApiError(status: number, json: unknown): ApiError {
  const problem = Problem.safeParse(json)
  if (!problem.success)
    return new ApiError(status < 500 ? 'refused' : 'unknown', `The server responded ${status}.`)
  const { title, detail, code } = problem.data
  return new ApiError(
    status < 500 ? 'refused' : 'unknown',
    `${withFullStop(title)}${detail ? ` ${withFullStop(detail)}` : ''}`,
    code,
  )
}

const withFullStop = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)

function listQuery({ status, review, twice, search, since, until, after, withoutReview }: ListQuery): string {
  const query = new URLSearchParams({ limit: pageSize })
  if (status !== null) query.set('status', status)
  if (review || withoutReview) query.set('needsReview', String(review))
  if (twice) query.set('paidTwice', 'true')
  if (search !== '') query.set('search', search)
  if (since !== null) query.set('since', startOfDay(since))
  if (until !== null) query.set('until', startOfDay(until, 1))
  if (after !== null) query.set('after', after)
  return `?${query}`
}

/** The start of a day in the operator's time zone, as RFC 3339. */
function startOfDay(day: string, daysLater = 0): string {
  const start = new Date(`${day}T00:00:00`)
  start.setDate(start.getDate() + daysLater)
  return start.toISOString()
}
