import { z } from 'zod'
import { refusals } from './refusals.ts'
import { jsonAnswer } from './wire.ts'

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
const lagging: Partial<Record<Operation, Operation>> = {
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
    const on = lagging[fault.on]
    if (on) return { ...fault, on }
    context.addIssue('lag-status goes on deposit.status or payout.status')
    return z.NEVER
  })
export type Fault = z.infer<typeof Fault>

/** The connection breaks without an answer. The listener closes the socket; in process `fetch` rejects. */
export class ConnectionBroken extends Error {
  override readonly name = 'ConnectionBroken'
  /** What to do about it. */
  readonly docs = 'docs/errors.md#connectionbroken'
}

export interface Faults {
  add(fault: Fault): void
  /** The next fault on an operation, which counts as struck. */
  take(on: Operation): Fault | null
  all(): Fault[]
  clear(): void
}

const mostFaults = 1000

export function createFaults(): Faults {
  let waiting: Fault[] = []
  return {
    add(fault) {
      waiting = [...waiting, { ...fault }].slice(-mostFaults)
    },
    take(on) {
      const fault = waiting.find((one) => one.on === on)
      if (!fault) return null
      fault.times -= 1
      waiting = waiting.filter((one) => one.times > 0)
      return fault
    },
    all: () => waiting.map((fault) => ({ ...fault })),
    clear() {
      waiting = []
    },
  }
}

export const argument = (effect: string): number => Number(effect.slice(effect.indexOf(':') + 1))

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Carries out a request the way a fault wants it. */
export async function struck(
  { on, effect, commit }: Pick<Fault, 'on' | 'effect' | 'commit'>,
  serve: () => Promise<Response>,
): Promise<Response> {
  if (effect === 'drop-before') throw new ConnectionBroken()
  if (effect.startsWith('status:')) {
    if (commit) await serve()
    return answerOf(on, argument(effect))
  }
  const response = await serve()
  if (effect === 'drop-after') throw new ConnectionBroken()
  if (effect.startsWith('delay:')) await pause(argument(effect))
  if (effect === 'malformed')
    return new Response('{"externalId": ', { headers: { 'content-type': 'application/json' } })
  if (effect === 'lag-status' && response.ok) return refusals.notFound()
  return response
}

/** What the interface says of this status; of one that it does not name, an error body. */
function answerOf(on: Operation, status: number): Response {
  const isLookUp = on === 'deposit.status' || on === 'payout.status'
  if ([401, 403, 204, 304].includes(status) || (isLookUp && status >= 500))
    return new Response(null, { status })
  if (status === 404) return refusals.notFound()
  if (status === 415) return refusals.mediaType()
  if (status === 500) return refusals.internal()
  const label = status < 500 ? 'TEMPORARY_ERROR' : 'INTERNAL_SERVER_ERROR'
  return jsonAnswer({ label, message: label, statusDescrption: null, externalTransactionId: null }, status)
}
