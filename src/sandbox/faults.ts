import { z } from 'zod'
import { errorResponses, serviceError } from './error-responses.ts'

export const operations = [
  'deposit.create',
  'deposit.status',
  'payout.create',
  'payout.status',
  'balance',
  'callback',
] as const
export type Operation = (typeof operations)[number]

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

/** `lag-status` affects lookups. On a create operation it applies to the lookups of the same kind. */
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
    /** How many requests it affects. */
    times: z.int().positive().max(1000).default(1),
    /** With `status:…`: whether the request is executed before it gets that status. */
    commit: z.boolean().default(false),
  })
  .transform((fault, context) => {
    if (fault.effect !== 'lag-status') return fault
    const on = lookupOperation[fault.on]
    if (on !== undefined) return { ...fault, on }
    context.addIssue('lag-status applies to deposit.status or payout.status')
    return z.NEVER
  })
export type Fault = z.infer<typeof Fault>

/** The connection breaks without a response. The listener resets the socket; `sandbox.fetch` rejects. */
export class ConnectionBrokenError extends Error {
  override readonly name = 'ConnectionBrokenError'
  /** Where the documentation explains the error. */
  readonly docs = 'docs/errors.md#connectionbrokenerror'
}

const maxFaults = 1000

export function createFaults() {
  let pending: Fault[] = []
  return {
    add(fault: Fault) {
      pending = [...pending, { ...fault }].slice(-maxFaults)
    },
    /** Returns the next fault on an operation and counts it as used. */
    take(on: Operation): Fault | null {
      const fault = pending.find((candidate) => candidate.on === on)
      if (fault === undefined) return null
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
export type Faults = ReturnType<typeof createFaults>

export const effectArgument = (effect: string): number => Number(effect.slice(effect.indexOf(':') + 1))

export const delay = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

export async function applyFault(
  { on, effect, commit }: Pick<Fault, 'on' | 'effect'> & Partial<Fault>,
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

/** The service's response for a status; an error body for an undocumented one. */
function faultResponse(on: Operation, status: number): Response {
  const isLookup = on === 'deposit.status' || on === 'payout.status'
  if ([401, 403, 204, 205, 304].includes(status) || (isLookup && status >= 500))
    return new Response(null, { status })
  if (status === 404) return errorResponses.notFound()
  if (status === 415) return errorResponses.unsupportedMediaType()
  return serviceError(status)
}
