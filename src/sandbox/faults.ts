import { z } from 'zod'
import { errorResponses } from './error-responses.ts'
import { jsonResponse } from './json-response.ts'

/** What a fault can be put on. */
export const operations = [
  'deposit.create',
  'deposit.status',
  'payout.create',
  'payout.status',
  'balance',
  'callback',
] as const
export type Operation = (typeof operations)[number]

/** What a fault does. */
export type Effect =
  | 'drop-before'
  | 'drop-after'
  | 'malformed'
  | 'lag-status'
  | `status:${number}`
  | `delay:${number}`

const effectPattern = /^(drop-before|drop-after|malformed|lag-status|status:[2-5]\d\d|delay:\d{1,6})$/

const Effect = z.custom<Effect>(
  (value) => typeof value === 'string' && effectPattern.test(value),
  'one of drop-before, drop-after, status:503, delay:2000, malformed, lag-status',
)

/** A status that lags is one of look-ups: put on a create, it goes to the look-ups of what is created. */
const lookupOperation: Partial<Record<Operation, Operation>> = {
  'deposit.create': 'deposit.status',
  'payout.create': 'payout.status',
  'deposit.status': 'deposit.status',
  'payout.status': 'payout.status',
}

export const Fault = z
  .strictObject({
    on: z.enum(operations),
    effect: Effect,
    /** How many times it strikes. */
    times: z.int().positive().max(1000).default(1),
    /** With `status:…`: whether the request is carried out before it is answered so. */
    commit: z.boolean().default(false),
  })
  .transform((fault, context) => {
    if (fault.effect !== 'lag-status') return fault
    const on = lookupOperation[fault.on]
    if (on) return { ...fault, on }
    context.addIssue('lag-status goes on deposit.status or payout.status')
    return z.NEVER
  })
export type Fault = z.infer<typeof Fault>

/** The connection breaks without an answer. The listener closes the socket; in process `fetch` rejects. */
export class ConnectionBrokenError extends Error {
  override readonly name = 'ConnectionBrokenError'
  /** What to do about it. */
  readonly docs = 'docs/errors.md#connectionbrokenerror'
}

export interface Faults {
  add(fault: Fault): void
  /** The next fault on an operation, which counts as struck. */
  take(on: Operation): Fault | null
  all(): Fault[]
  clear(): void
}

const maxFaults = 1000

export function createFaults(): Faults {
  let pending: Fault[] = []
  return {
    add(fault) {
      pending = [...pending, { ...fault }].slice(-maxFaults)
    },
    take(on) {
      const fault = pending.find((candidate) => candidate.on === on)
      if (!fault) return null
      fault.times -= 1
      pending = pending.filter((candidate) => candidate.times > 0)
      return fault
    },
    all: () => pending.map((fault) => ({ ...fault })),
    clear() {
      pending = []
    },
  }
}

export const effectArgument = (effect: string): number => Number(effect.slice(effect.indexOf(':') + 1))

export const delay = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Carries out a request the way a fault wants it. */
export async function applyFault(
  { on, effect, commit }: Pick<Fault, 'on' | 'effect' | 'commit'>,
  handle: () => Promise<Response>,
): Promise<Response> {
  if (effect === 'drop-before') throw new ConnectionBrokenError()
  if (effect.startsWith('status:')) {
    if (commit) await handle()
    return faultResponse(on, effectArgument(effect))
  }
  const response = await handle()
  if (effect === 'drop-after') throw new ConnectionBrokenError()
  if (effect.startsWith('delay:')) await delay(effectArgument(effect))
  if (effect === 'malformed')
    return new Response('{"externalId": ', { headers: { 'content-type': 'application/json' } })
  if (effect === 'lag-status' && response.ok) return errorResponses.notFound()
  return response
}

/** What the interface says of this status; of one that it does not name, an error body. */
function faultResponse(on: Operation, status: number): Response {
  const isLookup = on === 'deposit.status' || on === 'payout.status'
  if ([401, 403, 204, 304].includes(status) || (isLookup && status >= 500))
    return new Response(null, { status })
  if (status === 404) return errorResponses.notFound()
  if (status === 415) return errorResponses.unsupportedMediaType()
  if (status === 500) return errorResponses.internal()
  const label = status < 500 ? 'TEMPORARY_ERROR' : 'INTERNAL_SERVER_ERROR'
  return jsonResponse({ label, message: label, statusDescrption: null, externalTransactionId: null }, status)
}
