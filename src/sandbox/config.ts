import { z } from 'zod'
import type { Profile } from '../service/pipeline.ts'
import { pipelineKey, profiles } from './keys.ts'

/** The callback types that a merchant can enable. */
export const callbackTypes = ['Create', 'Progress', 'Success', 'Failed', 'AmountChanged'] as const
export type CallbackType = (typeof callbackTypes)[number]

/** The members of `paymentDetails` except `formUrl`. */
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
  /** The types that are sent. */
  types: z.array(z.enum(callbackTypes)),
  /** The static address. A create request's `callbackUrl` overrides it. */
  address: z.url({ protocol: /^https?$/ }).nullable(),
  amountAsString: z.boolean(),
  withCurrency: z.boolean(),
})

/** Settings of a pipeline. */
const PipelineSettings = z.strictObject({
  /** The requests that the key is allowed to make. */
  capabilities: z.array(z.enum(['create', 'status', 'balance'])),
  /** The client addresses that may use the key; null allows any. */
  addresses: z.array(z.string()).nullable(),
  /** The currencies and amounts with a route; null allows all. */
  routes: z.array(Route).nullable(),
  /** A create is refused if it would raise the sum of a currency's orders that have not failed above the total. */
  limits: z.array(Limit),
  /** Required keys of `additionalFields`. */
  requiredFields: z.array(z.string().min(1)),
  /** Sets the balance of a currency. */
  balances: z.record(z.string(), Money),
  /** The initial balance of every other currency. */
  openingBalance: Money,
  callbacks: Callbacks,
})
export type PipelineSettings = z.infer<typeof PipelineSettings>

const Instructions = z.strictObject({
  /** The members that have a value. */
  fields: z.array(z.enum(instructionFields)),
  /** How a member without a value is sent. */
  unfilled: z.enum(['absent', 'null', 'empty']),
  /** The form of `qrUrl`: a PNG as Base64 or as a data URI, or the QR code's text, plain or as Base64. */
  qr: z.enum(['png', 'data-uri', 'text', 'base64-text']),
})

/** Settings of the merchant. */
const MerchantSettings = z.strictObject({
  /** The known currencies; null means every ISO 4217 code and common crypto keys. */
  currencies: z.array(z.string()).nullable(),
  overdraft: Money,
  instructions: Instructions,
  /** The `formUrl` of a token deposit. Without one the payment succeeds automatically. */
  tokenForm: z.enum(['url', 'null', 'absent']),
  /** Whether a `cardStorageToken` that the sandbox did not issue is accepted. */
  foreignTokens: z.enum(['accepted', 'failed']),
  /** Whether a lookup finds all orders of the merchant, or only those of the key's pipeline. */
  lookups: z.enum(['merchant', 'pipeline']),
  /** Whether times in status histories end in Z. Times in callbacks never have an offset. */
  statusTimes: z.enum(['utc', 'bare']),
  /** Whether amounts select scenarios. */
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
 * A partial configuration. Pipeline settings at the top level apply to all pipelines, those in `pipelines.NAME` to one. A
 * new name with a `profile` creates a pipeline.
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

// Non-strict versions of the schemas, which pick their members from a patch.
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

/** Applies a patch; null if a new pipeline has no profile. */
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
    if (profile === undefined) return null
    pipelines[name] = newPipeline(name, profile)
  }
  const commonSettings = commonSchema.parse(common)
  for (const [name, pipeline] of Object.entries(pipelines)) {
    const { profile: _, ...ownPatch } = pipelinePatches[name] ?? {}
    pipelines[name] = withSettings(withSettings(pipeline, commonSettings), ownPatch)
  }
  return { ...merchant, pipelines }
}
