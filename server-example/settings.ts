import { readFileSync } from 'node:fs'
import { z } from 'zod'

const splitList = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
const list = z.string().transform(splitList)
const nonEmptyList = (message: string) =>
  z
    .string({ error: message })
    .transform(splitList)
    .refine((parts) => parts.length > 0, message)
const atLeast = (min: number) => z.coerce.number().min(min)
const httpUrl = z.url({ protocol: /^https?$/, error: 'is a http or https address' })
const origins = list.refine(
  (list) => list.every(isOrigin),
  'is the origins of pages that may call, comma-separated and without a path: https://shop.example',
)
const flag = z.enum(['true', 'false']).transform((text) => text === 'true')
const sealKey =
  'is 32 random bytes in Base64 (several: comma-separated; the first seals). Make one with: openssl rand -base64 32'

/** The environment of this server; a name missing here is not read. */
const Settings = z
  .object({
    PAYMENTS_BASE_URL: z.url({
      protocol: /^https?$/,
      error:
        'is the address of the payments service. To try without one: npm run sandbox, then take PAYMENTS_* from http://127.0.0.1:4010/_sandbox/env',
    }),
    HOST: z.string().default('127.0.0.1'),
    PORT: z.coerce.number().int().min(0).max(65_535).default(8787),
    PUBLIC_URL: httpUrl.optional(),
    DATABASE_URL: z
      .string()
      .regex(/^(file:|postgres(ql)?:\/\/)/, 'starts with file: or postgres://')
      .default('file:./data/paypane.db'),
    SEAL_KEY: nonEmptyList(sealKey).refine((keys) => keys.every(isSealKey), sealKey),
    ADMIN_TOKEN: z.string().min(1).optional(),
    ALLOWED_ORIGINS: origins.default([]),
    PAYMENTS_INIT_URL: httpUrl.optional(),
    PAYMENTS_TOKEN_URL: httpUrl.optional(),
    PAYMENTS_P2P_KEY: z.string().min(1).optional(),
    PAYMENTS_FORM_KEY: z.string().min(1).optional(),
    PAYMENTS_TOKEN_KEY: z.string().min(1).optional(),
    PAYMENTS_PAYOUT_KEY: z.string().min(1).optional(),
    PAYMENTS_PRIVATE_KEY: nonEmptyList('is the private key that callbacks are signed with'),
    PAYMENTS_TIMEOUT_MS: atLeast(1).default(10_000),
    CALLBACK_MODE: z.enum(['dynamic', 'static']).default('dynamic'),
    CHECKOUT_TTL_SECONDS: atLeast(1).default(1800),
    CORRECTION_WATCH_HOURS: atLeast(0).default(72),
    SETTLE_MS: atLeast(0).optional(),
    REVIEW_AFTER_MINUTES: atLeast(0).default(60),
    CONFIRM_FINAL: flag.default(true),
    RETENTION_DAYS: atLeast(1).optional(),
    CLIENT_ADDRESS_HEADER: z.string().min(1).optional(),
    EVENTS_URL: httpUrl.optional(),
    EVENTS_SECRET: z.string().refine(isWebhookSecret, 'is whsec_ and Base64, or a plain text').optional(),
    SHOP_ORDERS: z.string({ error: 'is a JSON file of orders: see shop-orders.json' }).min(1),
    SHOP_SECRET: z.string().min(1).optional(),
  })
  .refine((settings) => settings.EVENTS_URL === undefined || settings.EVENTS_SECRET !== undefined, {
    path: ['EVENTS_SECRET'],
    message: 'signs what goes to EVENTS_URL, and is missing',
  })
  .refine(
    (settings) => settings.PAYMENTS_FORM_KEY === undefined || settings.PAYMENTS_INIT_URL !== undefined,
    {
      path: ['PAYMENTS_INIT_URL'],
      message: 'is the host that PAYMENTS_FORM_KEY is for, and is missing',
    },
  )
  .refine(
    (settings) => settings.PAYMENTS_TOKEN_KEY === undefined || settings.PAYMENTS_TOKEN_URL !== undefined,
    {
      path: ['PAYMENTS_TOKEN_URL'],
      message: 'is the host that PAYMENTS_TOKEN_KEY is for, and is missing',
    },
  )
export type Settings = z.output<typeof Settings>

/** A setting that is missing or wrong: one line that names it. */
export class InvalidSettingError extends Error {
  override readonly name = 'WrongSetting'
  /** What to do about it. */
  readonly docs = 'docs/errors.md#wrongsetting'
}

/** Reads the environment; an empty or blank value counts as unset. Throws `WrongSetting`. */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const nonBlank = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim() !== ''))
  const parsed = Settings.safeParse({
    SHOP_ORDERS: new URL('shop-orders.json', import.meta.url).pathname,
    ...nonBlank,
  })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new InvalidSettingError(`${issue?.path.join('.') ?? 'A setting'} ${issue?.message ?? 'is wrong'}`)
}

const ShopOrder = z.object({
  amount: z
    .string()
    .regex(/^\d+(\.\d+)?$/, 'is decimal text: "1250.00"')
    .refine((text) => /[1-9]/.test(text), 'is more than nothing'),
  currency: z.string().min(1),
  customer: z.string().optional(),
  methods: z.array(z.enum(['transfer', 'form', 'saved-card'])).optional(),
  additionalFields: z
    .array(z.object({ key: z.string(), value: z.union([z.string(), z.number(), z.boolean()]) }))
    .optional(),
})
export type ShopOrder = z.output<typeof ShopOrder>

/** The example shop's orders, by reference. Throws `WrongSetting`. */
export function readOrders(file: string): ReadonlyMap<string, ShopOrder> {
  let json: unknown
  try {
    json = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new InvalidSettingError(
      `SHOP_ORDERS cannot be read: ${error instanceof Error ? error.message : 'no such file'}`,
    )
  }
  const parsed = z.record(z.string(), ShopOrder).safeParse(json)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new InvalidSettingError(
      `SHOP_ORDERS: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'is not a list of orders'}`,
    )
  }
  return new Map(Object.entries(parsed.data))
}

const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text

/** What begins as Standard Webhooks writes secrets has to go on so. */
function isWebhookSecret(text: string): boolean {
  const base64 = text.startsWith('whsec_') ? text.slice('whsec_'.length) : null
  return base64 === null || (base64 !== '' && Buffer.from(base64, 'base64').toString('base64') === base64)
}

function isSealKey(text: string): boolean {
  return Buffer.from(text, 'base64').length === 32
}
