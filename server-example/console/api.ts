import {
  BalanceView,
  CheckoutList,
  CheckoutStory,
  type CreatePayout,
  PayoutList,
  PayoutStory,
  PayoutView,
  PipelineList,
  Problem,
  type Settle,
} from 'paypane/contract'
import type { z } from 'zod'
import type { Narrowing } from './route.ts'

/** Why the admin API did not give what was asked for, in words for the operator. */
export class Failure extends Error {
  override readonly name = 'Failure'
  /** `unknown`: no answer, or one that cannot be read. What was asked for may have happened. */
  readonly kind: 'unauthorized' | 'refused' | 'unknown'
  readonly code: string | null

  constructor(kind: Failure['kind'], message: string, code: string | null = null, cause?: unknown) {
    super(message, { cause })
    this.kind = kind
    this.code = code
  }
}

export interface ListWish extends Narrowing {
  /** Only those that need none; `review` only those that do. */
  calm?: boolean
}

/** The admin API as the console sees it. The token lives in here alone. */
export type Api = ReturnType<typeof createApi>

/** Rows of one page; what was seen before is forgotten with its page. */
const pageSize = '50'

export function createApi(base: string, token: string, onUnauthorized: () => void) {
  async function call<T extends z.ZodType>(
    schema: T,
    path: string,
    { body, stop }: { body?: unknown; stop?: AbortSignal | undefined } = {},
  ): Promise<{ value: z.output<T>; status: number }> {
    const response = await answered(`${base}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(stop === undefined ? {} : { signal: stop }),
      credentials: 'omit',
      redirect: 'error',
      cache: 'no-store',
    })
    const json: unknown = await response.json().catch(() => null)
    if (response.status === 401) {
      onUnauthorized()
      throw new Failure('unauthorized', 'This is not the administrator token of this server.')
    }
    if (!response.ok) throw failureOf(response.status, json)
    const read = schema.safeParse(json)
    if (!read.success)
      throw new Failure('unknown', 'The server answered in a way that this console does not know.')
    return { value: read.data, status: response.status }
  }
  const get = async <T extends z.ZodType>(schema: T, path: string, stop?: AbortSignal) =>
    (await call(schema, path, { stop })).value
  const one = encodeURIComponent

  return {
    pipelines: async () => (await get(PipelineList, '/pipelines')).pipelines,
    checkouts: (wish: ListWish, stop?: AbortSignal) =>
      get(CheckoutList, `/checkouts${listQuery(wish)}`, stop),
    checkout: (id: string, stop?: AbortSignal) => get(CheckoutStory, `/checkouts/${one(id)}`, stop),
    settleCheckout: async (id: string, act: Settle) =>
      (await call(CheckoutStory, `/checkouts/${one(id)}/settle`, { body: act })).value,
    payouts: (wish: ListWish, stop?: AbortSignal) => get(PayoutList, `/payouts${listQuery(wish)}`, stop),
    payout: (reference: string, stop?: AbortSignal) => get(PayoutStory, `/payouts/${one(reference)}`, stop),
    settlePayout: async (reference: string, act: Settle) =>
      (await call(PayoutStory, `/payouts/${one(reference)}/settle`, { body: act })).value,
    /** `isNew`: false where a payout of this reference was there before. */
    async pay(wish: CreatePayout) {
      const { status } = await call(PayoutView, '/payouts', { body: wish })
      return { isNew: status !== 200 }
    },
    balance: (currency: string, pipeline: string, stop?: AbortSignal) =>
      get(BalanceView, `/balance?${new URLSearchParams({ currency, pipeline })}`, stop),
  }
}

async function answered(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, init)
  } catch (cause) {
    throw new Failure('unknown', 'The server did not answer.', null, cause)
  }
}

function failureOf(status: number, json: unknown): Failure {
  const problem = Problem.safeParse(json)
  if (!problem.success)
    return new Failure(status < 500 ? 'refused' : 'unknown', `The server answered ${status}.`)
  const { title, detail, code } = problem.data
  return new Failure(
    status < 500 ? 'refused' : 'unknown',
    `${sentence(title)}${detail ? ` ${sentence(detail)}` : ''}`,
    code,
  )
}

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)

function listQuery({ status, review, search, after, calm }: ListWish): string {
  const query = new URLSearchParams({ limit: pageSize })
  if (status !== null) query.set('status', status)
  if (review || calm) query.set('needs-review', String(review))
  if (search !== '') query.set('search', search)
  if (after !== null) query.set('after', after)
  return `?${query}`
}
