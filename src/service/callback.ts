import { z } from 'zod'
import { InvalidCallbackError, InvalidRequestError } from './errors.ts'
import type { ExternalParams, HistoryItem } from './order.ts'
import { resolveSecret, type Secret } from './pipeline.ts'
import { callbackSignature, digestsEqual, type SignedFields } from './signature.ts'
import { scanSignedFields } from './signed-fields.ts'
import { LenientHistory, LenientParams, LenientText, tryParseJson } from './wire-schemas.ts'

/**
 * A callback with a valid signature. It proves only `externalId`, `status`, `amount` and `orderType`: read
 * everything else from the status endpoint before using it.
 */
export interface Callback {
  /** The payments service's id of the order. */
  externalId: string
  /** As received: one of `orderStatuses`, or a value added later. */
  status: string
  /** The signed text as received: a number's digits as written, or a string's characters. */
  amount: string
  /** As received: `Deposit`, `Withdrawal`, or a value added later. */
  orderType: string
  /** Not signed. */
  currency: string | null
  /** Not signed. */
  history: HistoryItem[]
  /** Sensitive. */
  externalParams: ExternalParams | null
}

/** The part of a body that is not signed. */
const Unsigned = z.object({
  currency: LenientText,
  orderHistory: LenientHistory,
  externalParams: LenientParams,
})

/**
 * Verifies the signature of a callback and parses its raw body. Pass several private keys during a rotation.
 * @throws `InvalidCallbackError` for any invalid body or signature; it does not contain the body.
 * @throws `InvalidRequestError` if no private key is set.
 * @throws `PaymentsOutcomeUnknownError` if a key given as a function cannot be obtained.
 * @example
 * async function handleCallback(request: Request): Promise<Response> {
 *   const callback = await verifyCallback(await request.text(), request.headers.get('signature'), 'PRIVATE-KEY')
 *   console.log(callback.externalId, callback.status) // store it, then acknowledge it
 *   return new Response()
 * }
 */
export async function verifyCallback(
  rawBody: string | Uint8Array,
  signature: string | null | undefined,
  privateKey: Secret | readonly Secret[],
): Promise<Callback> {
  const text = decodeUtf8(rawBody)
  const fields = readSignedFields(text)
  const privateKeys = [privateKey].flat()
  if (privateKeys.length === 0) throw noPrivateKey()
  const matching = await matchingKeys(fields, signature, privateKeys)
  if (matching.size === 0) throw invalidSignature()
  return parseCallback(text, fields)
}

function decodeUtf8(rawBody: string | Uint8Array): string {
  if (typeof rawBody === 'string') return rawBody
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(rawBody)
  } catch {
    throw malformed(
      ArrayBuffer.isView(rawBody) ? 'is not UTF-8' : 'is no raw body: a parser has read it before',
    )
  }
}

/** The signed fields of a raw body, not verified yet. Throws `InvalidCallbackError`. */
export function readSignedFields(text: string): SignedFields {
  const fields = scanSignedFields(text)
  if (fields === null)
    throw malformed('is not a JSON object with one valid externalId, status, amount and orderType')
  return fields
}

/** Whether a `Signature` header can match at all: 64 hex digits. */
export const isSignature = (signature: string | null | undefined): signature is string =>
  /^\s*[0-9a-f]{64}\s*$/i.test(signature ?? '')

/**
 * Those of the private keys whose signature matches; each distinct key is tried once. Throws `InvalidRequestError` for an
 * empty key.
 */
export async function matchingKeys(
  fields: SignedFields,
  signature: string | null | undefined,
  privateKeys: readonly Secret[],
): Promise<ReadonlySet<Secret>> {
  const keys = await Promise.all(
    [...new Set(privateKeys)].map(
      async (secret) => [secret, await resolveSecret(secret, 'private key')] as const,
    ),
  )
  if (keys.some(([, key]) => key === '')) throw noPrivateKey()
  if (!isSignature(signature)) return new Set()
  const received = signature.trim()
  // All keys are tried, so that the time does not reveal which one matched.
  const matching = new Set<string>()
  for (const key of new Set(keys.map(([, text]) => text)))
    if (digestsEqual(callbackSignature(fields, key), received)) matching.add(key)
  return new Set(keys.filter(([, key]) => matching.has(key)).map(([secret]) => secret))
}

/** Parses the rest of a body whose signature was verified. Throws `InvalidCallbackError`. */
export function parseCallback(text: string, fields: SignedFields): Callback {
  const body = Unsigned.safeParse(tryParseJson(text))
  if (!body.success) throw malformed('is not JSON')
  const { currency, orderHistory, externalParams } = body.data
  return { ...fields, currency, history: orderHistory, externalParams }
}

export const invalidSignature = (): InvalidCallbackError =>
  new InvalidCallbackError(
    'The signature of this callback does not match, so it was rejected. If it came from the payments service, check the private key.',
    'signature',
  )

const malformed = (problem: string): InvalidCallbackError =>
  new InvalidCallbackError(`This callback ${problem}, so it was rejected.`, 'malformed')

const noPrivateKey = (): InvalidRequestError =>
  new InvalidRequestError(
    'No private key is set, so callbacks cannot be verified. Set the private key of the pipeline.',
  )
