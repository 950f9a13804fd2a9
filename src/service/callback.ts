import { z } from 'zod'
import { InvalidCallback, InvalidRequest } from './errors.ts'
import { memberNames } from './json.ts'
import type { ExternalParams, HistoryItem } from './order.ts'
import type { Secret } from './pipeline.ts'
import { reveal } from './secret.ts'
import { callbackSignature, type SignedFields, sameDigest } from './signature.ts'
import { jsonOf, LenientHistory, LenientParams, LenientText, Text } from './wire.ts'

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
 * @throws `InvalidCallback`, and never anything else because of what arrived; it does not hold the body.
 * @throws `InvalidRequest` where no private key is set.
 * @throws `PaymentsUnknown` where a key given as a function cannot be had now.
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
  const callback = read(textOf(rawBody))
  await verify(callback, signature, privateKey)
  return callback
}

function textOf(rawBody: string | Uint8Array): string {
  if (typeof rawBody === 'string') return rawBody
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(rawBody)
  } catch {
    throw malformed('is not UTF-8')
  }
}

function read(text: string): Callback {
  const body = Body.safeParse(jsonOf(text))
  if (!body.success) {
    throw malformed('is not a JSON object with externalId, status, amount and orderType that can be read')
  }
  const names = memberNames(text).filter((name) => signedNames.has(name))
  if (names.length !== signedNames.size) throw malformed('names a signed value twice')
  const { externalId, status, amount, orderType, currency, orderHistory, externalParams } = body.data
  return { externalId, status, amount, orderType, currency, history: orderHistory, externalParams }
}

async function verify(
  fields: SignedFields,
  signature: string | null | undefined,
  privateKey: Secret | readonly Secret[],
): Promise<void> {
  const given = signature?.trim() ?? ''
  // Every key is tried whatever the others say, so that the time does not tell which one matched.
  const matches = await Promise.all(
    [privateKey].flat().map(async (secret) => {
      const key = await reveal(secret, 'private key')
      if (key === '') throw noPrivateKey()
      return sameDigest(await callbackSignature(fields, key), given)
    }),
  )
  if (matches.length === 0) throw noPrivateKey()
  if (!matches.includes(true)) {
    throw new InvalidCallback(
      'The signature of this callback does not match: it is not believed, and nothing changes. If it came from the payments service, check the private key.',
      'signature',
    )
  }
}

const malformed = (what: string) =>
  new InvalidCallback(`This callback ${what}: it is not believed, and nothing changes.`, 'malformed')

const noPrivateKey = () =>
  new InvalidRequest('No private key is set, so no callback can be verified. Set the key of the pipeline.')
