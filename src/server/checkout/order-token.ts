import { CompactSign, compactVerify } from 'jose'
import { z } from 'zod'
import { Method } from '../../contract/view.ts'
import { isAmount } from '../../service/amount.ts'
import { resolveSecret, type Secret } from '../../service/pipeline.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'

/** What an order token proves besides the order itself. */
export interface OrderClaims {
  /** `return` tokens are part of addresses, so they never prove a customer. */
  purpose: 'pay' | 'return'
  customer?: string | undefined
  amount?: string | undefined
  currency?: string | undefined
  methods?: readonly Method[] | undefined
}

/** What `signOrder` signs. */
export interface OrderToSign extends Partial<OrderClaims> {
  /** The merchant's order reference. */
  order: string
  /** Default: in one hour. */
  expiresAt?: Date | undefined
}

/** An authentic order token. */
export interface VerifiedOrder {
  reference: string
  claims: OrderClaims
  expired: boolean
}

export interface OrderTokens {
  sign(order: OrderToSign): Promise<string>
  /** Null if the text is no order token of any of the secrets. */
  verify(text: string): Promise<VerifiedOrder | null>
}

const algorithm = 'HS256'
/** The shortest secret that signs order tokens. */
export const minOrderSecretBytes = 32
const defaultLifetimeMs = 3_600_000
/** How far the clock of the signing server may be ahead. */
const clockSkewSeconds = 60

/** Some JWT libraries write a single audience as an array, and unset claims as null. */
const Purpose = z.enum(['pay', 'return'])
const Payload = z
  .object({
    sub: z.string().min(1).max(512),
    aud: z.union([Purpose, z.tuple([Purpose]).transform(([purpose]) => purpose)]),
    exp: z.number(),
    nbf: z.number().nullish(),
    customer: z.string().min(1).nullish(),
    amount: z.string().refine(isAmount).nullish(),
    currency: z.string().min(1).nullish(),
    methods: z.array(Method).nullish(),
  })
  .refine(({ amount, currency }) => (amount == null) === (currency == null), { path: ['currency'] })

/** What `signOrder` needs for each claim. */
const requirements: Record<string, string> = {
  sub: 'order has to be text of 1 to 512 characters.',
  aud: "purpose has to be 'pay' or 'return'.",
  exp: 'expiresAt has to be a valid date.',
  customer: 'customer has to be text that is not empty.',
  amount: "amount has to be decimal text, such as '12.50'.",
  currency: 'currency has to be text that is not empty, and needs an amount, as an amount needs a currency.',
  methods: `methods has to be a list of ${Method.options.join(', ')}.`,
}

/** A JWS in compact form with the one Base64url text of a 32-byte signature that has no unused bits set. */
const compactForm = /^[\w-]+\.[\w-]+\.[\w-]{42}[AEIMQUYcgkosw048]$/

/**
 * An order token for a payer's page: a JWS (HS256) that `createPaypane` accepts as `order` where it has the same
 * `orderSecret`. Any JWT library makes one: claims `sub` (the order), `aud` (`pay`), `exp`, and optionally `customer`,
 * `amount` with `currency`, and `methods`.
 *
 * @throws `TypeError` if the secret is shorter than 32 bytes or a claim is invalid.
 * @example
 * const { SHOP_SECRET = '' } = process.env
 * const token = await signOrder({ order: '1042', customer: 'c-7' }, SHOP_SECRET)
 * const element = `<pay-pane endpoint="/pay" order="${token}"></pay-pane>`
 */
export async function signOrder(order: OrderToSign, secret: string): Promise<string> {
  const { order: sub, purpose = 'pay', customer, amount, currency, methods } = order
  const expiresAt = order.expiresAt?.getTime() ?? Date.now() + defaultLifetimeMs
  const exp = Math.floor(expiresAt / 1000)
  const payload = Payload.safeParse({ sub, aud: purpose, exp, customer, amount, currency, methods })
  if (!payload.success) {
    const wrong = wrongClaims(payload.error).map((claim) => requirements[claim])
    throw new TypeError(`The order cannot be signed: ${wrong.join(' ')}`)
  }
  return await new CompactSign(new TextEncoder().encode(JSON.stringify(payload.data)))
    .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
    .sign(secretBytes(secret))
}

/** Null without a secret: orders are plain references. The first secret signs, all verify. */
export function createOrderTokens(
  option: Secret | readonly Secret[] | undefined,
  clock: Clock,
  log: Log,
): OrderTokens | null {
  const secrets = option === undefined ? [] : typeof option === 'object' ? option : [option]
  const [signingSecret] = secrets
  if (signingSecret === undefined) return null
  const resolve = (secret: Secret): Promise<string> => resolveSecret(secret, 'orderSecret')
  const keyOf = cachedKeys(resolve)

  return {
    sign: async (order) => await signOrder(order, await resolve(signingSecret)),
    async verify(text) {
      if (!compactForm.test(text)) return null
      for (const secret of secrets) {
        const payload = await verifiedPayload(text, await keyOf(secret))
        if (payload !== null) return parsePayload(payload, clock.now() / 1000, log)
      }
      return null
    },
  }
}

/** Imports the key of each secret once, and again when a secret given as a function changes. */
function cachedKeys(resolve: (secret: Secret) => Promise<string>): (secret: Secret) => Promise<CryptoKey> {
  const imported = new Map<Secret, { text: string; key: Promise<CryptoKey> }>()
  return async (secret) => {
    const text = await resolve(secret)
    const cached = imported.get(secret)
    if (cached?.text === text) return await cached.key
    const key = importKey(text)
    imported.set(secret, { text, key })
    return await key
  }
}

const importKey = async (secret: string): Promise<CryptoKey> =>
  await crypto.subtle.importKey('raw', secretBytes(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'verify',
  ])

async function verifiedPayload(text: string, secret: CryptoKey): Promise<Uint8Array | null> {
  try {
    return (await compactVerify(text, secret, { algorithms: [algorithm] })).payload
  } catch {
    // Another secret, another algorithm, or not a JWS.
    return null
  }
}

/** The payer gets the response of an unknown order; the shop that signed it reads in its log what is wrong. */
function parsePayload(bytes: Uint8Array, nowSeconds: number, log: Log): VerifiedOrder | null {
  const parsed = Payload.safeParse(parseJson(new TextDecoder().decode(bytes)))
  const refuse = (claims: readonly string[]): null => {
    log({ level: 'warn', message: 'an authentic order token was refused', claims: claims.join(', ') })
    return null
  }
  if (!parsed.success) return refuse(wrongClaims(parsed.error))
  const { sub, aud, exp, nbf, customer, amount, currency, methods } = parsed.data
  if (nbf != null && nbf > nowSeconds + clockSkewSeconds) return refuse(['nbf'])
  return {
    reference: sub,
    expired: exp <= nowSeconds,
    claims: {
      purpose: aud,
      ...(customer == null || aud === 'return' ? {} : { customer }),
      ...(amount == null || currency == null ? {} : { amount, currency }),
      ...(methods == null ? {} : { methods }),
    },
  }
}

const wrongClaims = ({ issues }: z.ZodError): string[] => [
  ...new Set(issues.map(({ path: [claim = 'payload'] }) => String(claim))),
]

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
