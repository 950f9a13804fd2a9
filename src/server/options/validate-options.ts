import { z } from 'zod'
import { Merchant } from '../../contract/view.ts'
import { isValidPathId } from '../../service/request.ts'
import { longestTimerMs } from '../../service/send-request.ts'
import { minOrderSecretBytes } from '../lib/crypto/order-token.ts'
import { decodeSealKey } from '../lib/crypto/seal.ts'
import { didYouMean } from '../lib/did-you-mean.ts'
import { isFormHost } from '../lib/form-url.ts'
import { isVast, parseNetwork } from '../lib/ip-address.ts'
import { defaultLimits } from '../lib/limits/abuse-guard.ts'
import { DeclaredField } from '../rules/checkout/payer-fields.ts'
import { PipelineConditions, Profile } from '../rules/pipeline-fit.ts'
import { issuePredicate, namesAt } from './issue-predicate.ts'
import { Operators, operatorMistakes } from './operators.ts'
import { type Mistake, mistake } from './option-mistake.ts'
import type { PaypaneOptions, PipelineOptions } from './options.ts'
import { type Surroundings, sealKeysOf, unsafeOptions } from './unsafe-options.ts'

/** Options of `createPaypane` that are missing or wrong: a line for each, with what to do. It never holds a secret. */
export class InvalidOptionsError extends TypeError {
  override readonly name = 'InvalidOptionsError'
  /** Where the documentation says what to do. */
  readonly docs = 'docs/errors.md#invalidoptionserror'
}

/** Throws `InvalidOptionsError`, which names every mistake. */
export function validateOptions(options: PaypaneOptions): void {
  const mistakes = optionMistakes(options)
  const lines = mistakes.map(({ path, problem, fix }) =>
    `\n- ${path.join('.') || 'The argument'} ${problem}. ${fix}`.trimEnd(),
  )
  if (lines.length > 0)
    throw new InvalidOptionsError(`The options of createPaypane are wrong:${lines.join('')}`)
}

/** Every mistake in options, also in those that are not complete. */
export function optionMistakes(options: Partial<PaypaneOptions>, surroundings?: Surroundings): Mistake[] {
  const issues = Options.safeParse(options, { error: issuePredicate }).error?.issues ?? []
  const wrong = new Set(issues.map(({ path }) => path[0]))
  const isObject = typeof options === 'object' && options !== null
  return [
    ...issues.flatMap(mistakesOf),
    ...(isObject
      ? [...combinedMistakes(options, wrong), ...unsafeOptions(options, wrong, surroundings)]
      : []),
  ]
}

function mistakesOf(issue: z.core.$ZodIssue): Mistake[] {
  const path = issue.path.map(String)
  if (issue.code !== 'unrecognized_keys') {
    // The path of a wrong name ends in it.
    return [{ path: issue.code === 'invalid_key' ? path.slice(0, -1) : path, ...sentences(issue.message) }]
  }
  return issue.keys.map((key) => ({
    path: [...path, key],
    problem: 'is not an option',
    fix: didYouMean(key, namesAt(Options, issue.path)).trim(),
  }))
}

/** A message is a predicate, and sentences with what to do. */
function sentences(message: string): { problem: string; fix: string } {
  const [, problem = message, fix = ''] = /^(.*?)\.(?: (.*))?$/s.exec(message) ?? []
  return { problem, fix }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''
const isFunction = (value: unknown): boolean => typeof value === 'function'
const hasFunctions = (value: unknown, ...names: readonly string[]): boolean =>
  typeof value === 'object' && value !== null && names.every((name) => isFunction(Reflect.get(value, name)))

/** A value that passes; `message` is a predicate and what to do. */
const rule = (passes: (value: unknown) => boolean, message: string) => z.custom<unknown>(passes, message)
const optional = (passes: (value: unknown) => boolean, message: string) => rule(passes, message).optional()

const isSecret = (value: unknown): boolean => isText(value) || isFunction(value)
const secret = (message: string) => rule(isSecret, message)
const listOf = (passes: (value: string) => boolean) => (value: unknown) =>
  Array.isArray(value) && value.every((entry) => isText(entry) && passes(entry))
const atLeast = (min: number) => (value: unknown) =>
  typeof value === 'number' && value >= min && Number.isFinite(value)

const perDay = { milliseconds: 86_400_000, seconds: 86_400, minutes: 1440, hours: 24, days: 1 }
/** A length of time: dates hold no more than some hundred thousand years. */
const duration = (min: number, unit: keyof typeof perDay, hint = '') =>
  optional(
    (value) => atLeast(min)(value) && Number(value) <= 36_525 * perDay[unit],
    `is not a number of ${unit} of ${min} or more, up to a hundred years. ${hint}`.trimEnd(),
  )

const limit = optional(
  (value) => value === Number.POSITIVE_INFINITY || (Number.isInteger(value) && atLeast(0)(value)),
  'is not a whole number of 0 or more. Infinity: no limit.',
)
const rateLimits = Object.fromEntries(Object.keys(defaultLimits).map((name) => [name, limit]))

/** As a copy from a file of settings. */
const isQuoted = (value: unknown): boolean => typeof value === 'string' && /^(["']).*\1$/.test(value)
const quotedKey = 'is in quotation marks. Give it without them.'
const missingKey = 'is empty. Give the key as the service issued it, or a function that returns it.'
const pipeline: Record<keyof PipelineOptions, z.ZodType> = {
  profile: Profile,
  key: secret(missingKey)
    .refine((key) => !isQuoted(key), quotedKey)
    .refine(
      (key) => typeof key !== 'string' || /^[\x21-\x7E]+$/.test(key),
      'has a character that cannot be part of a key. Give the key exactly as the service issued it.',
    ),
  privateKey: rule((value) => {
    const keys = Array.isArray(value) ? value : [value]
    return keys.length > 0 && keys.every(isSecret)
  }, missingKey).refine((value) => ![value].flat().some(isQuoted), quotedKey),
  ...PipelineConditions.shape,
  payerFields: z.array(DeclaredField).min(1).optional(),
}
const Pipeline = z.strictObject(pipeline, 'is not a pipeline such as { profile, key, privateKey }.')

const flag = optional((value) => typeof value === 'boolean', 'is neither true nor false.')
const callback = (use: string) => optional(isFunction, `is not a function. ${use}`)

const Options = z.strictObject(
  {
    service: rule(
      (value) => hasFunctions(value, 'createDeposit', 'depositStatus'),
      "is not a payments client. Give createPaymentsClient({ baseUrl: 'https://…' }).",
    ),
    pipelines: z
      .record(z.string().min(1), Pipeline, {
        error: ({ code }) =>
          code === 'invalid_type'
            ? "is missing. Give at least one pipeline: { p2p: { profile: 'p2p', key, privateKey } }."
            : undefined,
      })
      .refine(
        (pipelines) => Object.keys(pipelines).length > 0,
        "is empty. Give at least one pipeline: { p2p: { profile: 'p2p', key, privateKey } }.",
      ),
    store: rule(
      (value) => hasFunctions(value, 'open', 'insert', 'claim'),
      'is not a store. Give sqliteStore(path), postgresStore(url), or memoryStore() to try it.',
    ),
    sealKey: optional((value) => {
      const keys = sealKeysOf(value)
      const isText = [value].flat().every((key) => typeof key === 'string')
      return isText && keys.length > 0 && keys.every((key) => decodeSealKey(key) !== null)
    }, 'has a key that is not 32 bytes in Base64. Create a key with: openssl rand -base64 32'),
    order: rule(
      isFunction,
      "is not a function. Give (reference) => ({ amount: '1250.00', currency: 'UAH' }), or null for an order that does not exist.",
    ),
    orderSecret: optional((value) => {
      const secrets = Array.isArray(value) ? value : [value]
      return secrets.length > 0 && secrets.every((entry) => isFunction(entry) || isLongText(entry))
    }, `is shorter than ${minOrderSecretBytes} bytes. Create one with: openssl rand -base64 32`),
    allowPlainOrders: flag,
    transactionIdPrefix: callback('It returns a prefix for a reference.'),
    onEvent: callback('It receives each event.'),
    merchant: z
      .strictObject({
        ...Merchant.shape,
        support: z.strictObject(Merchant.shape.support.unwrap().shape).optional(),
      })
      .optional(),
    publicUrl: optional(
      isPublicUrl,
      'is not an http or https URL without white space, a query and a fragment. Give the URL at which payers and the service reach this server.',
    ),
    assets: callback('Give readAsset of paypane/server/node.'),
    pages: optional(
      (value) => hasFunctions(value, 'page', 'widget'),
      'are not pages. Give hostedPages({ name }) of paypane/server/html.',
    ),
    basePath: optional(
      // As the path of a request has it: other letters arrive encoded.
      (value) => typeof value === 'string' && /^(\/[!-~]*)?$/.test(value) && !/[?#]/.test(value),
      'is not a path. Give one that starts with a slash, such as /pay, with letters of other alphabets encoded.',
    ),
    formHosts: optional(
      listOf(isFormHost),
      'has an entry that is not a host. Give hosts such as pay.example, without a protocol or a path.',
    ),
    cascade: optional(isOneOf('offer', 'auto'), 'is neither offer nor auto.'),
    callbacks: optional(isOneOf('dynamic', 'static'), 'is neither dynamic nor static.'),
    allowedOrigins: optional(
      listOf((entry) => URL.canParse(entry) && new URL(entry).origin === entry),
      'has an entry that is not an origin. Give origins such as https://shop.example, without a path or a trailing slash.',
    ),
    adminToken: secret('is empty. Create one with: openssl rand -hex 24')
      // HTTP removes the white space around a header, so a request could never have such a token.
      .refine((token) => !isText(token) || token === token.trim(), 'has white space at an end.')
      .optional(),
    operators: Operators.optional(),
    authorize: callback('It returns the operator of a request, { name, scopes }, or null.'),
    payoutApproval: z
      .union([z.enum(['never', 'always']), z.record(z.string(), z.string())], {
        error: "is neither 'never' nor 'always', nor amounts by currency such as { UAH: '10000' }.",
      })
      .optional(),
    payoutDailyLimit: z
      .record(z.string(), z.string('is not decimal text, such as "100000"'), {
        error: "is not amounts by currency such as { UAH: '100000' }.",
      })
      .optional(),
    checkoutTtlSeconds: duration(1, 'seconds'),
    maxAttempts: optional(atLeast(1), 'is not a number of 1 or more.'),
    allowReplace: flag,
    maxExtensions: optional(atLeast(0), 'is not a number of 0 or more.'),
    correctionWatchHours: duration(0, 'hours'),
    orderTimeoutMs: optional(
      (value) => typeof value === 'number' && value > 0 && value <= longestTimerMs,
      `is not a number of milliseconds above 0, up to ${longestTimerMs}.`,
    ),
    createGraceMs: duration(0, 'milliseconds'),
    claimAfterMinutes: duration(0, 'minutes'),
    claimText: optional(
      (value) => isText(value) && value.length <= 500,
      'is not a text of at most 500 characters.',
    ),
    reviewAfterMinutes: duration(0, 'minutes'),
    confirmFinal: flag,
    retentionDays: duration(0, 'days', '0: never.'),
    rateLimits: z.strictObject(rateLimits, 'is not an object of limits.').optional(),
    trustedProxies: networks().refine(
      (entries) => !Array.isArray(entries) || !entries.some((entry) => isText(entry) && isVast(entry)),
      'has a network of which anyone can be a part, so every client could claim any address. Give the addresses of the proxies in front of this server.',
    ),
    clientAddress: callback('It returns the client address of a request.'),
    callbackAddresses: networks(),
    onMetric: callback('It receives each measurement.'),
    worker: flag,
    log: callback('It receives each log line. Default: JSON lines on standard error.'),
    clock: optional((value) => hasFunctions(value, 'now', 'after'), 'is not a clock: { now, after }.'),
    random: callback('It returns a number from 0 to 1.'),
  } satisfies Record<keyof PaypaneOptions, z.ZodType>,
  'is not an object of options.',
)

function isPublicUrl(value: unknown): boolean {
  if (typeof value !== 'string' || /\s/.test(value) || !URL.canParse(value)) return false
  const { protocol, search, hash } = new URL(value)
  return /^https?:$/.test(protocol) && search === '' && hash === ''
}

function isLongText(value: unknown): boolean {
  return isText(value) && new TextEncoder().encode(value).length >= minOrderSecretBytes
}

function isOneOf(...values: readonly string[]) {
  return (value: unknown): boolean => typeof value === 'string' && values.includes(value)
}

function networks() {
  return optional(
    listOf((entry) => parseNetwork(entry) !== null),
    'has an entry that is neither an IP address nor a network. Give entries such as 10.0.0.0/8.',
  )
}

/** Mistakes that only several options together show. `wrong` has the options that are wrong by themselves. */
function* combinedMistakes(
  options: Partial<PaypaneOptions>,
  wrong: ReadonlySet<PropertyKey | undefined>,
): Generator<Mistake> {
  const { store, sealKey, publicUrl, basePath, callbacks = 'dynamic', pipelines = {} } = options
  if (store !== undefined && !wrong.has('store') && sealKey === undefined && store.volatile !== true)
    yield mistake(
      'sealKey',
      'is missing, and the store keeps its data',
      'Create a key with: openssl rand -base64 32, and keep it.',
    )
  const base = (basePath ?? '').replace(/\/+$/, '')
  if (publicUrl !== undefined && !wrong.has('publicUrl') && base !== '' && hasPathEnd(publicUrl, base))
    yield mistake(
      'publicUrl',
      `ends in ${base}, which is added to it`,
      'Give it without: payers and callbacks would be sent to an address that does not exist.',
    )
  if (publicUrl === undefined && callbacks === 'dynamic')
    yield mistake(
      'publicUrl',
      'is not set, and dynamic callbacks need it',
      "Give the URL at which payers and the service reach this server, such as https://shop.example, or set callbacks to 'static'.",
    )
  const operatorOptions = ['operators', 'payoutApproval', 'payoutDailyLimit']
  if (!operatorOptions.some((name) => wrong.has(name))) yield* operatorMistakes(options)
  if (!wrong.has('pipelines')) yield* pipelineMistakes(Object.entries(pipelines))
}

const hasPathEnd = (url: string, base: string): boolean =>
  URL.canParse(url) && new URL(url).pathname.replace(/\/+$/, '').endsWith(base)

type NamedPipeline = readonly [name: string, pipeline: PipelineOptions]

/** Keys that are functions are not compared. */
function* pipelineMistakes(pipelines: readonly NamedPipeline[]): Generator<Mistake> {
  for (const [name, { profile, key, fields, payerFields, currencies, limits = {} }] of pipelines) {
    if (!isValidPathId(name))
      yield mistake(
        ['pipelines', name],
        'has a name that no callback address can have',
        'Give it another one.',
      )
    if (profile === 'payout' && fields !== undefined)
      yield mistake(['pipelines', name, 'fields'], 'are for deposits only')
    if (profile !== 'payout' && payerFields !== undefined)
      yield mistake(
        ['pipelines', name, 'payerFields'],
        'are for payouts only',
        'order() gives the fields of a deposit.',
      )
    for (const currency of Object.keys(limits))
      if (currencies?.includes(currency) === false)
        yield mistake(
          ['pipelines', name, 'limits', currency],
          `is for none of the pipeline's currencies (${currencies.join(', ')})`,
        )
    const same = pipelines.find(([other, pipeline]) => other !== name && isText(key) && key === pipeline.key)
    if (same !== undefined)
      yield mistake(
        ['pipelines', name, 'key'],
        `is also the key of the pipeline ${same[0]}`,
        'Give each pipeline its own.',
      )
  }
}
