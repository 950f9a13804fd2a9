import { z } from 'zod'
import { InvalidCallbackError, InvalidRequestError } from './errors.ts'
import { memberNames } from './json.ts'
import type { ExternalParams, HistoryItem } from './order.ts'
import { resolveSecret, type Secret } from './pipeline.ts'
import { callbackSignature, digestsEqual, type SignedFields } from './signature.ts'
import { LenientHistory, LenientParams, LenientText, Text, tryParseJson } from './wire-schemas.ts'

/**
 * A callback whose signature matches. That proves `externalId`, `status`, `amount` and `orderType`, and
 * nothing else: the rest comes from the status endpoint before it is used.
 */
export interface Callback {
  externalId: string
  /** As received: one of `orderStatuses`, or a word of the future. */
  status: string
  /** The text that was received, and signed: a number's digits as written, or a string's characters. */
  amount: string
  /** As received: `Deposit`, `Withdrawal`, or a word of the future. */
  orderType: string
  currency: string | null
  history: HistoryItem[]
  /** Sensitive. */
  externalParams: ExternalParams | null
}

/**
 * A semicolon inside a signed value could move a boundary between two of them, and a lone surrogate would be
 * signed as any other: either would let an altered callback match.
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
 * Reads a callback from the raw body, as it arrived, and believes it only with the right signature. Give
 * several private keys while one replaces another.
 * @throws `InvalidCallbackError`, and never anything else because of what arrived; it does not hold the body.
 * @throws `InvalidRequestError` where no private key is set.
 * @throws `PaymentsOutcomeUnknownError` where a key given as a function cannot be had now.
 * @example
 * async function hear(request: Request): Promise<Response> {
 *   const callback = await verifyCallback(await request.text(), request.headers.get('signature'), 'PRIVATE-KEY')
 *   console.log(callback.externalId, callback.status) // store it before it is acknowledged
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
    throw malformed('is not a JSON object with externalId, status, amount and orderType that can be read')
  }
  const names = memberNames(text).filter((name) => signedNames.has(name))
  if (names.length !== signedNames.size) throw malformed('names a signed value twice')
  const { externalId, status, amount, orderType, currency, orderHistory, externalParams } = body.data
  return { externalId, status, amount, orderType, currency, history: orderHistory, externalParams }
}

async function verifySignature(
  fields: SignedFields,
  signature: string | null | undefined,
  privateKey: Secret | readonly Secret[],
): Promise<void> {
  const received = signature?.trim() ?? ''
  // Every key is tried whatever the others say, so that the time does not tell which one matched.
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
      'The signature of this callback does not match: it is not believed, and nothing changes. If it came from the payments service, check the private key.',
      'signature',
    )
  }
}

const malformed = (problem: string) =>
  new InvalidCallbackError(`This callback ${problem}: it is not believed, and nothing changes.`, 'malformed')

const noPrivateKey = () =>
  new InvalidRequestError(
    'No private key is set, so no callback can be verified. Set the key of the pipeline.',
  )
