import { z } from 'zod'
import type { Profile } from '../service/pipeline.ts'
import { pipelineKey, profiles } from './keys.ts'

/** The kinds of callback a merchant may choose from. */
export const callbackTypes = ['Create', 'Progress', 'Success', 'Failed', 'AmountChanged'] as const
export type CallbackType = (typeof callbackTypes)[number]

/** The members of `paymentDetails` beside `formUrl`. */
export const instructionFields = [
  'card',
  'fio',
  'bank',
  'number',
  'iban',
  'accountNumber',
  'qrUrl',
  'method',
] as const
export type InstructionField = (typeof instructionFields)[number]

const Money = z
  .union([z.string().regex(/^\d+(\.\d+)?$/, 'a plain decimal'), z.number().nonnegative()])
  .transform(String)

const Route = z.strictObject({ currency: z.string(), min: Money.optional(), max: Money.optional() })
const Limit = z.strictObject({ id: z.uuid(), currency: z.string(), total: Money })

const Callbacks = z.strictObject({
  /** Which types are sent. */
  types: z.array(z.enum(callbackTypes)),
  /** The static address; a create request's own `callbackUrl` comes before it. */
  address: z.url({ protocol: /^https?$/ }).nullable(),
  amountAsString: z.boolean(),
  withCurrency: z.boolean(),
})

/** What is configured per pipeline. */
const PipelineSettings = z.strictObject({
  /** What the key may do. */
  capabilities: z.array(z.enum(['create', 'status', 'balance'])),
  /** The addresses the key may be used from; null means any. */
  addresses: z.array(z.string()).nullable(),
  /** The currencies and amounts that find a route; null means all. */
  routes: z.array(Route).nullable(),
  /** A limit is reached when a create would take the sum of a currency's orders that have not failed above its total. */
  limits: z.array(Limit),
  /** Keys of `additionalFields` that a create must carry. */
  requiredFields: z.array(z.string().min(1)),
  /** Sets the balance of a currency. */
  balances: z.record(z.string(), Money),
  /** The balance that every other currency starts with. */
  openingBalance: Money,
  callbacks: Callbacks,
})
export type PipelineSettings = z.infer<typeof PipelineSettings>

const Instructions = z.strictObject({
  /** Which members are filled. */
  fields: z.array(z.enum(instructionFields)),
  /** How an unfilled member looks. */
  unfilled: z.enum(['absent', 'null', 'empty']),
  /** What `qrUrl` holds: a PNG as raw Base64 or as a data URI, or the code's own text, plain or in Base64. */
  qr: z.enum(['png', 'data-uri', 'text', 'base64-text']),
})

/** What is configured for the merchant as a whole. */
const MerchantSettings = z.strictObject({
  /** The currency dictionary; null means every ISO 4217 code and the usual crypto keys. */
  currencies: z.array(z.string()).nullable(),
  overdraft: Money,
  instructions: Instructions,
  /** What a token deposit's `formUrl` is. Without one the payment goes through by itself. */
  tokenForm: z.enum(['url', 'null', 'absent']),
  /** What a token deposit with a `cardStorageToken` that the sandbox never gave out becomes. */
  foreignTokens: z.enum(['accepted', 'failed']),
  /** Whether a status look-up finds the orders of the merchant, or of the key's own pipeline only. */
  lookups: z.enum(['merchant', 'pipeline']),
  /** Whether the times of status histories end in Z. Those of callbacks never carry an offset. */
  statusTimes: z.enum(['utc', 'bare']),
  /** Whether amounts choose scenarios. */
  scenarios: z.boolean(),
})

export interface Pipeline extends PipelineSettings {
  name: string
  profile: Profile
  key: string
}
export interface Config extends z.infer<typeof MerchantSettings> {
  pipelines: Record<string, Pipeline>
}

const partialSettings = PipelineSettings.extend({ callbacks: Callbacks.partial() }).partial()

/**
 * A change of the configuration. Settings of a pipeline at the top go for all pipelines; under `pipelines.NAME` for that one,
 * which is made when it is new and has a `profile`.
 */
export const ConfigPatch = MerchantSettings.extend({ instructions: Instructions.partial() })
  .partial()
  .extend(partialSettings.shape)
  .extend({
    pipelines: z
      .record(z.string().min(1), partialSettings.extend({ profile: z.enum(profiles).optional() }))
      .optional(),
  })
export type ConfigPatch = z.infer<typeof ConfigPatch>
type SettingsPatch = z.infer<typeof partialSettings>

const newPipeline = (name: string, profile: Profile): Pipeline => ({
  name,
  profile,
  key: pipelineKey(name, profile),
  capabilities: ['create', 'status', 'balance'],
  addresses: null,
  routes: null,
  limits: [],
  requiredFields: [],
  balances: {},
  openingBalance: profile === 'payout' ? '1000000.00' : '0.00',
  callbacks: { types: [...callbackTypes], address: null, amountAsString: false, withCurrency: true },
})

export const defaultConfig = (): Config => ({
  currencies: null,
  overdraft: '0.00',
  instructions: { fields: [...instructionFields], unfilled: 'absent', qr: 'png' },
  tokenForm: 'url',
  foreignTokens: 'accepted',
  lookups: 'merchant',
  statusTimes: 'utc',
  scenarios: true,
  pipelines: Object.fromEntries(profiles.map((profile) => [profile, newPipeline(profile, profile)])),
})

// The same shapes without strictness pick out of a patch what concerns them.
const merchantSchema = z.object(MerchantSettings.shape)
const settingsSchema = z.object(PipelineSettings.shape)
const commonSchema = z.object(partialSettings.shape)

const withSettings = (pipeline: Pipeline, patch: SettingsPatch): Pipeline => ({
  ...pipeline,
  ...settingsSchema.parse({
    ...pipeline,
    ...patch,
    balances: { ...pipeline.balances, ...patch.balances },
    callbacks: { ...pipeline.callbacks, ...patch.callbacks },
  }),
})

/** The configuration after a change; null where a new pipeline comes without a profile. */
export function applyPatch(config: Config, patch: ConfigPatch): Config | null {
  const { pipelines: pipelinePatches = {}, ...common } = patch
  const merchant = merchantSchema.parse({
    ...config,
    ...common,
    instructions: { ...config.instructions, ...common.instructions },
  })
  const pipelines = { ...config.pipelines }
  for (const [name, { profile }] of Object.entries(pipelinePatches)) {
    if (Object.hasOwn(pipelines, name)) continue
    if (!profile) return null
    pipelines[name] = newPipeline(name, profile)
  }
  const commonSettings = commonSchema.parse(common)
  for (const [name, pipeline] of Object.entries(pipelines)) {
    const { profile: _, ...ownPatch } = pipelinePatches[name] ?? {}
    pipelines[name] = withSettings(withSettings(pipeline, commonSettings), ownPatch)
  }
  return { ...merchant, pipelines }
}
