import {
  type Callback,
  invalidSignature,
  isSignature,
  matchingKeys,
  parseCallback,
  readSignedFields,
} from '../../service/callback.ts'
import { InvalidCallbackError } from '../../service/errors.ts'
import type { Context } from '../context.ts'
import { ProblemError } from '../lib/problem.ts'

/** A callback request whose body has not been read. */
export interface CallbackRequest {
  /** From the path: a hint, never proof. The pipeline in the path may have another name now, so it is not used. */
  externalTransactionId?: string | undefined
  /** The client address; null if it is unknown. */
  address: string | null
  signature: string | null
  readBody(): Promise<string>
}

/** A body that did not arrive counts as a rejected callback, too. */
const unreadable: readonly string[] = ['request_timeout', 'body_too_large', 'malformed']

/**
 * The callback, and the pipelines whose private key verifies its signature. All keys are tried, whichever pipeline
 * the path names: only the signature counts.
 */
export async function verifyForPipelines(
  context: Context,
  request: CallbackRequest,
): Promise<{ callback: Callback; pipelines: string[] }> {
  const { address } = request
  if (!context.isCallbackAddress(address)) throw new ProblemError('not_found')
  try {
    return await verify(context, request)
  } catch (error) {
    if (error instanceof InvalidCallbackError) return await reject(context, address, error)
    if (error instanceof ProblemError && unreadable.includes(error.code))
      await context.guard.rejectedCallbacks.reserve(address)
    throw error
  }
}

/** Throws `InvalidCallbackError`. Nothing but the signed fields is looked at before the signature has been verified. */
async function verify(
  { pipelines: { all } }: Context,
  { signature, readBody }: CallbackRequest,
): Promise<{ callback: Callback; pipelines: string[] }> {
  if (!isSignature(signature)) throw invalidSignature()
  const text = await readBody()
  const fields = readSignedFields(text)
  const keysOf = all.map(({ name, privateKey }) => ({ name, keys: [privateKey].flat() }))
  const matching = await matchingKeys(
    fields,
    signature,
    keysOf.flatMap(({ keys }) => keys),
  )
  if (matching.size === 0) throw invalidSignature()
  const verified = keysOf.filter(({ keys }) => keys.some((key) => matching.has(key)))
  return { callback: parseCallback(text, fields), pipelines: verified.map(({ name }) => name) }
}

/** Beyond the limit of its address a rejection is `rate_limited`, without a log line. */
async function reject(
  { guard, onMetric, log }: Context,
  address: string | null,
  { reason, message }: InvalidCallbackError,
): Promise<never> {
  await guard.rejectedCallbacks.reserve(address)
  onMetric({ type: 'callback', result: reason })
  log({ level: 'warn', message: 'callback rejected', why: reason })
  throw new ProblemError(reason === 'malformed' ? 'malformed' : 'signature_invalid', message)
}
