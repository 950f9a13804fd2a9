import { CompactSign, compactVerify, decodeProtectedHeader } from 'jose'
import { z } from 'zod'
import { Method } from '../../../contract/view.ts'
import { isAmount } from '../../../service/amount.ts'
import { resolveSecret, type Secret } from '../../../service/pipeline.ts'
import { isValidPathId } from '../../../service/request.ts'
import { isSameText } from '../../../service/signature.ts'
import type { Clock } from '../clock.ts'
import { didYouMean } from '../did-you-mean.ts'
import type { Log } from '../log.ts'
import { hmacOf } from './seal.ts'

export const maxCustomerLength = 256

/** The merchant's id of a customer. Bounded, since client secrets contain it; it is erased by an address that names it. */
export const CustomerId = z
  .string()
  .min(1)
  .max(maxCustomerLength, `a customer has 1 to ${maxCustomerLength} characters`)
  .refine(isValidPathId, 'no address can name this customer, as "." and ".."')

/** What an order token proves besides the order itself. */
export interface OrderClaims {
  /** Tokens of purpose `page` and `return` are part of addresses, so they never prove a customer. */
  purpose: 'pay' | 'page' | 'return'
  /** The customer's id. */
  customer?: string | undefined
  /** The amount that `order()` has to return. */
  amount?: string | undefined
  /** The currency key that `order()` has to return. */
  currency?: string | undefined
  /** The methods that the payer may choose. */
  methods?: readonly Method[] | undefined
}

/** What `signOrder` signs. */
export interface OrderToSign extends Partial<OrderClaims> {
  /** The merchant's order reference. */
  order: string
  /** Default: in one hour. */
  expiresAt?: Date | undefined
  /** Default: now. The terms of an order never go back to those of a token issued earlier. */
  issuedAt?: Date | undefined
}

/** An authentic order token. */
export interface VerifiedOrder {
  reference: string
  claims: OrderClaims
  /** In seconds: `iat`, else `exp`. */
  issuedAt: number
  /** In milliseconds. */
  expiresAt: number
  expired: boolean
}

const algorithm = 'HS256'
/** The shortest secret that signs order tokens. */
export const minOrderSecretBytes = 32
const defaultLifetimeMs = 3_600_000
/** How far the clock of the signing server may be ahead. */
const clockSkewSeconds = 60
/** The year 5138 in seconds, 1973 in milliseconds. */
const maxSeconds = 1e11
/** Of the lines about tokens with a wrong signature. */
const logIntervalMs = 60_000

/** Some JWT libraries write a single audience as an array, and unset claims as null. */
const Purpose = z.enum(['pay', 'page', 'return'])
const NumericDate = z.number().min(0).max(maxSeconds, 'in milliseconds, but JWT times are in seconds')
const Payload = z
  .object({
    sub: z.string().min(1).max(512),
    aud: z.union([Purpose, z.tuple([Purpose]).transform(([purpose]) => purpose)]),
    exp: NumericDate,
    iat: NumericDate.nullish(),
    nbf: NumericDate.nullish(),
    customer: CustomerId.nullish(),
    amount: z.string().refine(isAmount).nullish(),
    currency: z.string().min(1).nullish(),
    methods: z.array(Method).nullish(),
  })
  .refine(({ amount, currency }) => (amount == null) === (currency == null), { path: ['currency'] })

const members: readonly string[] = [
  'order',
  'purpose',
  'customer',
  'amount',
  'currency',
  'methods',
  'expiresAt',
  'issuedAt',
] satisfies (keyof OrderToSign)[]

/** What `signOrder` needs for each claim. */
const requirements: Record<string, string> = {
  sub: 'order has to be text of 1 to 512 characters.',
  aud: "purpose has to be 'pay', 'page' or 'return'.",
  exp: 'expiresAt has to be a valid date.',
  iat: 'issuedAt has to be a valid date.',
  customer: `customer has to be text of 1 to ${maxCustomerLength} characters, not "." or "..".`,
  amount: "amount has to be decimal text, such as '12.50'.",
  currency: 'currency has to be text that is not empty, and needs an amount, as an amount needs a currency.',
  methods: `methods has to be a list of ${Method.options.join(', ')}.`,
}

/** As in the body of `POST /checkouts`. */
const maxTokenLength = 4096
/** A JWS in compact form with the one Base64url text of a 32-byte signature that has no unused bits set. */
const compactForm = /^[\w-]+\.[\w-]+\.[\w-]{42}[AEIMQUYcgkosw048]$/

/**
 * An order token for a payer's page: a JWS (HS256) that `createPaypane` accepts as `order` where it has the same
 * `orderSecret`. Any JWT library makes one: claims `sub` (the order), `aud` (`pay`; `page` in a link to the hosted page),
 * `exp` and `iat` in seconds, and optionally `customer`, `amount` with `currency`, and `methods`.
 *
 * @throws `TypeError` if the secret is shorter than 32 bytes, a claim is invalid or the token too long.
 * @example
 * const { SHOP_SECRET = '' } = process.env
 * const token = await signOrder({ order: '1042', customer: 'c-7' }, SHOP_SECRET)
 * const element = `<pay-pane endpoint="/pay" order="${token}"></pay-pane>`
 */
export async function signOrder(order: OrderToSign, secret: string): Promise<string> {
  const { order: sub, purpose = 'pay', customer, amount, currency, methods } = order
  const unknown = Object.keys(order).find((name) => !members.includes(name))
  // Without effect, a token would be valid for longer or allow more than its shop means.
  if (unknown !== undefined)
    throw new TypeError(
      `The order cannot be signed: ${unknown} is not part of it.${didYouMean(unknown, members)}`,
    )
  const expiresAt = order.expiresAt?.getTime() ?? Date.now() + defaultLifetimeMs
  const exp = Math.floor(expiresAt / 1000)
  // With a fraction: of two tokens made within a second, one is the later one.
  const iat = (order.issuedAt?.getTime() ?? Date.now()) / 1000
  const payload = Payload.safeParse({ sub, aud: purpose, exp, iat, customer, amount, currency, methods })
  if (!payload.success) {
    const wrong = [...new Set(payload.error.issues.map(claimOf))].map((claim) => requirements[claim])
    throw new TypeError(`The order cannot be signed: ${wrong.join(' ')}`)
  }
  const token = await new CompactSign(new TextEncoder().encode(JSON.stringify(payload.data)))
    .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
    .sign(secretBytes(secret))
  if (token.length <= maxTokenLength) return token
  throw new TypeError(`The order cannot be signed: its token is longer than ${maxTokenLength} characters.`)
}

/** Null without a secret: orders are plain references. The first secret signs, all verify. */
export function createOrderTokens(option: Secret | readonly Secret[] | undefined, clock: Clock, log: Log) {
  const secrets = option === undefined ? [] : typeof option === 'object' ? option : [option]
  const [signingSecret] = secrets
  if (signingSecret === undefined) return null
  const resolve = (secret: Secret): Promise<string> => resolveSecret(secret, 'orderSecret')
  const logRefused = createRefusalLog(clock, log)

  return {
    sign: async (order: OrderToSign): Promise<string> => await signOrder(order, await resolve(signingSecret)),
    /** Null if the text is no order token of any of the secrets. */
    async verify(text: string): Promise<VerifiedOrder | null> {
      if (text.length > maxTokenLength) {
        logRefused(`it is longer than ${maxTokenLength} characters`)
        return null
      }
      if (!compactForm.test(text)) {
        logRefused('it is a plain reference, or no JWS. Pages give orders as tokens: signOrder')
        return null
      }
      for (const secret of secrets) {
        const payload = await verifiedPayload(text, secretBytes(await resolve(secret)))
        if (payload !== null) return parsePayload(payload, clock.now(), log)
      }
      logRefused(
        algorithmOf(text) === algorithm
          ? 'it is forged, or signed with another secret than orderSecret (SHOP_SECRET)'
          : `its algorithm is not ${algorithm}`,
      )
      return null
    },
  }
}

/** One line a minute for each reason: anybody can send such a token, and the shop that signs wrongly needs to find out. */
function createRefusalLog(clock: Clock, log: Log): (reason: string) => void {
  const nextAt = new Map<string, number>()
  return (reason) => {
    if (clock.now() < (nextAt.get(reason) ?? 0)) return
    nextAt.set(reason, clock.now() + logIntervalMs)
    log({ level: 'warn', message: `an order token was refused: ${reason}` })
  }
}

function algorithmOf(token: string): unknown {
  try {
    return decodeProtectedHeader(token).alg
  } catch {
    return null
  }
}

async function verifiedPayload(text: string, secret: Uint8Array): Promise<Uint8Array | null> {
  const signatureAt = text.lastIndexOf('.') + 1
  // A forged token ends here, at a tenth of the cost.
  if (!isSameText(text.slice(signatureAt), hmacOf(secret, text.slice(0, signatureAt - 1)))) return null
  try {
    return (await compactVerify(text, secret, { algorithms: [algorithm] })).payload
  } catch {
    // Another algorithm, or not a JWS.
    return null
  }
}

/** The payer gets the response of an unknown order; the shop that signed it reads in its log what is wrong. */
function parsePayload(bytes: Uint8Array, now: number, log: Log): VerifiedOrder | null {
  const parsed = Payload.safeParse(parseJson(new TextDecoder().decode(bytes)))
  const refuse = (claims: readonly string[]): null => {
    log({ level: 'warn', message: 'an authentic order token was refused', claims: claims.join(', ') })
    return null
  }
  if (!parsed.success) return refuse([...new Set(parsed.error.issues.map(wrongClaim))])
  const { sub, aud, exp, iat, nbf, customer, amount, currency, methods } = parsed.data
  const latest = now / 1000 + clockSkewSeconds
  if (nbf != null && nbf > latest) return refuse(['nbf (in the future)'])
  // Every later token of the order would count as issued earlier.
  if (iat != null && iat > latest) return refuse(['iat (in the future)'])
  return {
    reference: sub,
    issuedAt: iat ?? exp,
    expiresAt: exp * 1000,
    expired: exp * 1000 <= now,
    claims: {
      purpose: aud,
      ...(customer == null || aud !== 'pay' ? {} : { customer }),
      ...(amount == null || currency == null ? {} : { amount, currency }),
      ...(methods == null ? {} : { methods }),
    },
  }
}

const claimOf = ({ path: [claim = 'payload'] }: z.core.$ZodIssue): string => String(claim)

/** With its reason where the name alone does not help. */
const wrongClaim = (issue: z.core.$ZodIssue): string =>
  issue.code === 'too_big' ? `${claimOf(issue)} (${issue.message})` : claimOf(issue)

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function secretBytes(secret: string): Uint8Array<ArrayBuffer> {
  const bytes = new TextEncoder().encode(secret)
  if (bytes.length >= minOrderSecretBytes) return bytes
  throw new TypeError(`The orderSecret is shorter than ${minOrderSecretBytes} bytes.`)
}
