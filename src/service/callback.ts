import { z } from 'zod'
import { InvalidCallbackError, InvalidRequestError } from './errors.ts'
import { memberNames } from './json.ts'
import type { ExternalParams, HistoryItem } from './order.ts'
import { resolveSecret, type Secret } from './pipeline.ts'
import { callbackSignature, digestsEqual, type SignedFields } from './signature.ts'
import { LenientHistory, LenientParams, LenientText, Text, tryParseJson } from './wire-schemas.ts'

/**
 * A callback with a valid signature. It proves only `externalId`, `status`, `amount` and `orderType`: read
 * everything else from the status endpoint before using it.
 */
export interface Callback {
  externalId: string
  /** As received: one of `orderStatuses`, or a value added later. */
  status: string
  /** The signed text as received: a number's digits as written, or a string's characters. */
  amount: string
  /** As received: `Deposit`, `Withdrawal`, or a value added later. */
  orderType: string
  currency: string | null
  history: HistoryItem[]
  /** Sensitive. */
  externalParams: ExternalParams | null
}

/**
 * A semicolon could shift the boundary between two signed values, and all lone surrogates encode to the same
 * bytes: either would let an altered callback match its signature.
 */
const Signed = Text.refine((text) => text !== '' && !text.includes(';') && text.isWellFormed())

const Body = z.object({
  externalId: Signed,
  status: Signed,
  amount: Signed,
  orderType: Signed,
  currency: LenientText,
  orderHistory: LenientHistory,
  externalParams: LenientParams,
})

const signedNames = new Set<string>([
  'externalId',
  'status',
  'amount',
  'orderType',
] satisfies (keyof SignedFields)[])

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
  const callback = parseCallback(decodeUtf8(rawBody))
  await verifySignature(callback, signature, privateKey)
  return callback
}

function decodeUtf8(rawBody: string | Uint8Array): string {
  if (typeof rawBody === 'string') return rawBody
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(rawBody)
  } catch {
    throw malformed('is not UTF-8')
  }
}

function parseCallback(text: string): Callback {
  const body = Body.safeParse(tryParseJson(text))
  if (!body.success) {
    throw malformed('is not a JSON object with a valid externalId, status, amount and orderType')
  }
  const names = memberNames(text).filter((name) => signedNames.has(name))
  if (names.length !== signedNames.size) throw malformed('contains a signed member twice')
  const { externalId, status, amount, orderType, currency, orderHistory, externalParams } = body.data
  return { externalId, status, amount, orderType, currency, history: orderHistory, externalParams }
}

async function verifySignature(
  fields: SignedFields,
  signature: string | null | undefined,
  privateKey: Secret | readonly Secret[],
): Promise<void> {
  const received = signature?.trim() ?? ''
  // All keys are tried, so that the time does not reveal which one matched.
  const matches = await Promise.all(
    [privateKey].flat().map(async (secret) => {
      const key = await resolveSecret(secret, 'private key')
      if (key === '') throw noPrivateKey()
      return digestsEqual(await callbackSignature(fields, key), received)
    }),
  )
  if (matches.length === 0) throw noPrivateKey()
  if (!matches.includes(true)) {
    throw new InvalidCallbackError(
      'The signature of this callback does not match, so it was rejected. If it came from the payments service, check the private key.',
      'signature',
    )
  }
}

const malformed = (problem: string) =>
  new InvalidCallbackError(`This callback ${problem}, so it was rejected.`, 'malformed')

const noPrivateKey = () =>
  new InvalidRequestError(
    'No private key is set, so callbacks cannot be verified. Set the private key of the pipeline.',
  )
