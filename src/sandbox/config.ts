import { z } from 'zod'
import { readAmount } from '../service/amount.ts'
import type { Profile } from '../service/pipeline.ts'
import { createRandom } from './random.ts'

const profiles = ['p2p', 'form', 'token', 'payout'] as const satisfies Profile[]

const base64url = (text: string) => btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

/**
 * The key of a pipeline, in the form of a JWT. It depends only on the pipeline's name and profile, so a merchant's settings
 * survive a restart of the sandbox. Its signature part is not a real signature.
 */
export function pipelineKey(pipeline: string, profile: Profile): string {
  const header = base64url(JSON.stringify({ alg: 'HS256', typ: 'JWT' }))
  const claims = base64url(
    JSON.stringify({
      iss: 'paypane-sandbox',
      sub: 'merchant-1',
      pipeline: encodeURIComponent(pipeline),
      profile,
    }),
  )
  return `${header}.${claims}.${createRandom(`key:${pipeline}`).letters(43)}`
}

/** Signs the sandbox's callbacks. Not a secret. */
export const privateKey = `sandbox-private-${createRandom('private-key').letters(32)}`

/** The callback types that a merchant can enable. */
export const callbackTypes = ['Create', 'Progress', 'Success', 'Failed', 'AmountChanged'] as const
export type CallbackType = (typeof callbackTypes)[number]

/** The members of `paymentDetails` except `formUrl`. */
export const detailFields = [
  'card',
  'fio',
  'bank',
  'number',
  'iban',
  'accountNumber',
  'qrUrl',
  'method',
] as const

/** A decimal of 0 or more; kept as plain text, which is also JSON. */
const Money = z.union([z.string(), z.number()]).transform((value, context) => {
  const amount = readAmount(String(value))
  if (amount !== null) return amount
  context.addIssue('must be a decimal of 0 or more')
  return z.NEVER
})

const Route = z.strictObject({
  currency: z.string().meta({ description: 'The currency key.' }),
  min: Money.optional().meta({ description: 'The smallest amount.' }),
  max: Money.optional().meta({ description: 'The largest amount.' }),
})
const Limit = z.strictObject({
  id: z.uuid().meta({ description: 'Named in the error.' }),
  currency: z.string().meta({ description: 'The currency key.' }),
  total: Money.meta({ description: 'The sum of the amounts that it allows.' }),
})
function isPattern(source: string): boolean {
  try {
    RegExp(source, 'u')
    return true
  } catch {
    return false
  }
}
const Pattern = z.string().refine(isPattern, 'a regular expression')
const RateLimit = z.strictObject({
  requests: z.int().positive().meta({ description: 'How many are answered.' }),
  seconds: z.int().positive().meta({ description: 'In how much time.' }),
})

/** A setting: its type, its default, and the part of the service's interface that it varies. */
const setting = <T extends z.ZodType>(type: T, standard: z.input<T>, part: string): T =>
  type.meta({ standard, part, description: `Default: \`${JSON.stringify(standard)}\`. Varies: ${part}.` })

/** A setting with a list of values; the first one is the default. */
const choice = <const T extends readonly [string, ...string[]]>(values: T, part: string) =>
  setting(z.enum(values), values[0], part)

const Callbacks = z.strictObject({
  types: setting(z.array(z.enum(callbackTypes)), [...callbackTypes], 'Events, callback types'),
  address: setting(z.url({ protocol: /^https?$/ }).nullable(), null, 'Events, address configuration'),
  usedAddress: choice(['dynamic', 'static', 'both'], 'Events, address configuration'),
  amountAsString: setting(z.boolean(), false, 'Events, callback body'),
  withCurrency: setting(z.boolean(), true, 'Events, callback body'),
  orderTypeCase: choice(['documented', 'lower', 'upper'], 'Events, callback body'),
  externalParams: choice(['sent', 'null', 'absent'], 'Events, callback body'),
  history: choice(['sent', 'empty', 'absent'], 'Events, callback body'),
  historyKeys: choice(['capitalized', 'camel-case'], 'Events, callback body'),
  times: choice(['bare', 'utc'], 'Events, callback body'),
  signedFieldsOnly: setting(z.array(z.enum(callbackTypes)), [], 'Events, callback body'),
  privateKey: setting(z.string().min(1).nullable(), null, 'Authentication'),
  signatureCase: choice(['lower', 'upper'], 'Events, signature'),
  attempts: setting(z.int().positive().max(1000), 11, 'Events, delivery and retries'),
})

const PipelineSettings = z.object({
  capabilities: setting(
    z.array(z.enum(['create', 'status', 'balance'])),
    ['create', 'status', 'balance'],
    'Authentication',
  ),
  addresses: setting(z.array(z.string()).nullable(), null, 'Authentication'),
  routes: setting(z.array(Route).nullable(), null, 'Limits'),
  limits: setting(z.array(Limit), [], 'Limits'),
  rateLimit: setting(RateLimit.nullable(), null, 'Limits'),
  requiredFields: setting(z.array(z.string().min(1)), [], 'Resources, additional field'),
  fieldPatterns: setting(z.record(z.string().min(1), Pattern), {}, 'Resources, additional field'),
  balances: setting(z.record(z.string(), Money), {}, 'Resources, balance'),
  openingBalance: setting(Money, '0.00', 'Resources, balance'),
  callbacks: Callbacks.meta({ description: 'Which callbacks are sent, and how.' }),
})
export type PipelineSettings = z.infer<typeof PipelineSettings>
export type CallbackSettings = PipelineSettings['callbacks']

const DetailsSettings = z.strictObject({
  fields: setting(z.array(z.enum(detailFields)), [...detailFields], 'Resources, payment details'),
  unfilled: choice(['absent', 'null', 'empty'], 'Resources, payment details'),
  qr: choice(['png', 'data-uri', 'text', 'base64-text', 'url'], 'Resources, payment details'),
  method: setting(z.string(), 'P2P', 'Resources, payment details'),
  returned: choice(['sent', 'without-formUrl', 'null', 'absent'], 'Resources, payment details'),
})

const MerchantSettings = z.object({
  currencies: setting(z.array(z.string()).nullable(), null, 'Resources, currency key'),
  currencyCase: choice(['exact', 'ignored'], 'Resources, currency key'),
  currencyAliases: setting(z.record(z.string().min(1), z.string().min(1)), {}, 'Resources, currency key'),
  missingCurrency: choice(['invalid', 'unknown'], 'Resources, currency key'),
  maxIdLength: setting(z.int().positive().nullable(), null, 'Limits'),
  refusedDeposits: choice(['not-created', 'created'], 'States'),
  paymentDetails: DetailsSettings.meta({ description: 'Which payment details are returned, and how.' }),
  tokenForm: choice(['url', 'null', 'absent'], 'Resources, create responses'),
  foreignTokens: choice(['accepted', 'failed'], 'Resources, external params'),
  lookups: choice(['merchant', 'pipeline'], 'Authentication'),
  amountDigits: choice(['sent', 'shortest', 'two-decimals'], 'Resources, amount'),
  statusAmount: choice(['number', 'string', 'null', 'absent'], 'Resources, status responses'),
  statusCurrency: choice(['deposits', 'all', 'never'], 'Resources, status responses'),
  statusExternalParams: choice(['sent', 'null', 'absent'], 'Resources, external params'),
  statusHistory: choice(['sent', 'empty', 'absent'], 'Resources, status responses'),
  statusHistoryDelay: setting(z.number().nonnegative(), 0, 'Resources, status responses'),
  lateHistoryDelay: setting(z.number().nonnegative(), 600, 'Limits'),
  statusTimes: choice(['utc', 'bare'], 'Resources, history item'),
  historyActions: choice(['text', 'null'], 'Resources, history item'),
  historyCodes: choice(['v2', 'null'], 'Resources, history item'),
  overdraft: setting(Money, '0.00', 'Resources, balance'),
  unknownBalance: choice(['invalid', 'zeros', 'not-found'], 'Resources, balance'),
  invalidLabel: setting(z.string().min(1), 'REQUEST_VALIDATION_ERROR', 'Errors'),
  notFoundLabel: setting(z.string().min(1), 'NOT_FOUND', 'Errors'),
  internalLabel: setting(z.string().min(1), 'INTERNAL_SERVER_ERROR', 'Errors'),
  errorNulls: choice(['null', 'absent'], 'Resources, error body'),
  deniedBody: choice(['empty', 'json', 'html'], 'Errors'),
  createErrorBody: choice(['json', 'empty', 'html'], 'Errors'),
  lookupErrorBody: choice(['empty', 'json', 'html'], 'Errors'),
  traceId: setting(z.boolean(), true, 'Resources, framework error'),
  extraMembers: setting(z.boolean(), false, 'Resources, external params'),
  scenarios: setting(z.boolean(), true, 'Sandbox only'),
})

/** A row of the table of settings. */
interface SettingRow {
  /** With its path, such as `callbacks.types`. */
  name: string
  standard: unknown
  /** The part of the interface that is optional or left open. */
  part: string
}

const rowsOf = (shape: z.core.$ZodShape, prefix = ''): SettingRow[] =>
  Object.entries(shape).flatMap(([name, type]) =>
    type instanceof z.ZodObject
      ? rowsOf(type.shape, `${prefix}${name}.`)
      : [{ name: prefix + name, standard: metaOf(type)['standard'], part: String(metaOf(type)['part']) }],
  )

const metaOf = (type: z.core.$ZodType) => z.globalRegistry.get(type) ?? {}

export const settingRows = {
  pipeline: rowsOf(PipelineSettings.shape),
  merchant: rowsOf(MerchantSettings.shape),
}

/** The defaults of one level of settings. */
const defaultsOf = (shape: z.core.$ZodShape): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(shape).map(([name, type]) => [
      name,
      type instanceof z.ZodObject ? defaultsOf(type.shape) : metaOf(type)['standard'],
    ]),
  )

export interface Pipeline extends PipelineSettings {
  name: string
  profile: Profile
  key: string
}
export interface Config extends z.infer<typeof MerchantSettings> {
  pipelines: Record<string, Pipeline>
}

/** Parsing leaves out what is no setting of a pipeline. */
const partialSettings = PipelineSettings.extend({
  callbacks: Callbacks.partial().meta({ description: 'Which callbacks are sent, and how.' }),
}).partial()

/**
 * A partial configuration. Pipeline settings at the top level apply to all pipelines, those in `pipelines.NAME` to one. A
 * new name with a `profile` creates a pipeline.
 */
export const ConfigPatch = MerchantSettings.extend({
  paymentDetails: DetailsSettings.partial().meta({
    description: 'Which payment details are returned, and how.',
  }),
})
  .partial()
  .extend(partialSettings.shape)
  .extend({
    pipelines: z
      .record(
        z.string().min(1),
        partialSettings.strict().extend({
          profile: z.enum(profiles).optional().meta({ description: 'Of a new pipeline.' }),
        }),
      )
      .optional()
      .meta({ description: 'By name.' }),
  })
  .strict()
export type ConfigPatch = z.infer<typeof ConfigPatch>
type SettingsPatch = z.infer<typeof partialSettings>

const newPipeline = (name: string, profile: Profile): Pipeline => ({
  ...PipelineSettings.parse(defaultsOf(PipelineSettings.shape)),
  ...(profile === 'payout' ? { openingBalance: '1000000.00' } : {}),
  name,
  profile,
  key: pipelineKey(name, profile),
})

export const defaultConfig = (): Config => ({
  ...MerchantSettings.parse(defaultsOf(MerchantSettings.shape)),
  pipelines: Object.fromEntries(profiles.map((profile) => [profile, newPipeline(profile, profile)])),
})

const withSettings = (pipeline: Pipeline, patch: SettingsPatch): Pipeline => ({
  ...pipeline,
  ...PipelineSettings.parse({
    ...pipeline,
    ...patch,
    balances: { ...pipeline.balances, ...patch.balances },
    callbacks: { ...pipeline.callbacks, ...patch.callbacks },
  }),
})

/** Applies a patch; null if a new pipeline has no profile, or an existing one would get another. */
export function applyPatch(config: Config, patch: ConfigPatch): Config | null {
  const { pipelines: pipelinePatches = {}, ...common } = patch
  const merchant = MerchantSettings.parse({
    ...config,
    ...common,
    paymentDetails: { ...config.paymentDetails, ...common.paymentDetails },
  })
  const pipelines = { ...config.pipelines }
  for (const [name, { profile }] of Object.entries(pipelinePatches)) {
    const existing = Object.hasOwn(pipelines, name) ? pipelines[name] : undefined
    const pipeline = existing ?? (profile && newPipeline(name, profile))
    if (pipeline === undefined || (profile !== undefined && profile !== pipeline.profile)) return null
    pipelines[name] = pipeline
  }
  const commonSettings = partialSettings.parse(common)
  for (const [name, pipeline] of Object.entries(pipelines)) {
    const { profile: _, ...ownPatch } = pipelinePatches[name] ?? {}
    pipelines[name] = withSettings(withSettings(pipeline, commonSettings), ownPatch)
  }
  return { ...merchant, pipelines }
}

/** Every `PAYMENTS_*` setting for a merchant's server. */
export const SandboxSettings = z
  .object({
    PAYMENTS_BASE_URL: z.string(),
    PAYMENTS_INIT_URL: z.string(),
    PAYMENTS_TOKEN_URL: z.string(),
    PAYMENTS_P2P_KEY: z.string(),
    PAYMENTS_FORM_KEY: z.string(),
    PAYMENTS_TOKEN_KEY: z.string(),
    PAYMENTS_PAYOUT_KEY: z.string(),
    PAYMENTS_PRIVATE_KEY: z.string(),
  })
  .catchall(z.string())
export type SandboxSettings = z.infer<typeof SandboxSettings>
