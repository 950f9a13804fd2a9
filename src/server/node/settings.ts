import { z } from 'zod'
import { isStrongSecret } from '../lib/crypto/secret-strength.ts'
import { isLoopback, isLoopbackUrl } from '../lib/loopback.ts'
import type { OperatorOptions, PipelineOptions } from '../options/options.ts'
import type { Environment } from './environment.ts'
import { InvalidSettingError } from './invalid-setting-error.ts'
import { type MisspeltSetting, misspeltSettings } from './misspelt-settings.ts'
import { configuredOperators } from './operators.ts'
import { configuredPipelines } from './pipelines.ts'
import { withSecretFiles } from './secret-files.ts'
import { type Notes, notes } from './setting-notes.ts'
import { isReachable, optionProblems, optionsOf, type SettingOptions } from './setting-options.ts'
import {
  amounts,
  approval,
  baseUrlProblem,
  choice,
  databaseUrlProblem,
  eventsUrlProblem,
  hostAndPort,
  list,
  number,
  port,
  retention,
  text,
  webhookSecretProblem,
} from './setting-rules.ts'
import { parseShopOrders } from './shop-orders.ts'

const maxMs = 600_000

/** The environment of a merchant's server. What becomes an option of `createPaypane` is checked as one. */
const Fields = z.object({
  HOST: text().default('127.0.0.1'),
  PORT: port().default(8787),
  PUBLIC_URL: text().optional(),
  DATABASE_URL: text(databaseUrlProblem).default('file:./data/paypane.db'),
  SEAL_KEY: list(),
  ADMIN_TOKEN: text().optional(),
  OPERATORS: text().optional(),
  PAYOUT_APPROVAL: approval().default('never'),
  PAYOUT_DAILY_LIMIT: amounts().optional(),
  ADMIN_LISTEN: hostAndPort().optional(),
  ALLOWED_ORIGINS: list().default([]),
  PAYMENTS_BASE_URL: text(baseUrlProblem),
  PAYMENTS_INIT_URL: text(baseUrlProblem).optional(),
  PAYMENTS_TOKEN_URL: text(baseUrlProblem).optional(),
  PAYMENTS_P2P_KEY: text().optional(),
  PAYMENTS_FORM_KEY: text().optional(),
  PAYMENTS_TOKEN_KEY: text().optional(),
  PAYMENTS_PAYOUT_KEY: text().optional(),
  PAYMENTS_PIPELINES: text().optional(),
  PAYMENTS_PRIVATE_KEY: text(),
  PAYMENTS_PRIVATE_KEY_NEXT: text().optional(),
  PAYMENTS_TIMEOUT_MS: number(1, maxMs).default(10_000),
  CALLBACK_MODE: choice('dynamic', 'static').default('dynamic'),
  CHECKOUT_TTL_SECONDS: number(1, 30 * 86_400).default(1800),
  CORRECTION_WATCH_HOURS: number(0, 8760).default(72),
  CREATE_GRACE_MS: number(0, maxMs).optional(),
  REVIEW_AFTER_MINUTES: number(0, 525_600).default(60),
  CONFIRM_FINAL: choice('true', 'false')
    .transform((value) => value === 'true')
    .default(true),
  RETENTION_DAYS: retention().default(730),
  DRAIN_SECONDS: number(0, 600).default(0),
  TRUSTED_PROXIES: list().default([]),
  EVENTS_URL: text(eventsUrlProblem).optional(),
  EVENTS_SECRET: text(webhookSecretProblem).optional(),
  SHOP_NAME: text().default('Example shop'),
  SHOP_ORDERS: text().optional(),
  SHOP_SECRET: text().optional(),
  ALLOW_PLAIN_ORDERS: choice('1', '0')
    .transform((value) => value === '1')
    .default(false),
})

/** The name of an environment variable that the example server reads. */
export type SettingName = keyof typeof Fields.shape
/** The parsed settings. */
export type Settings = z.output<typeof Fields> & {
  /** Those of `createPaypane`, by the names of options. */
  options: SettingOptions
}
const ValidSettings = Fields.partial()
/** The settings without those that are missing or wrong. */
export type ValidSettings = z.output<typeof ValidSettings> & {
  pipelines: Readonly<Record<string, PipelineOptions>>
  operators: Readonly<Record<string, OperatorOptions>> | undefined
  options: SettingOptions
}

/**
 * Reads the settings of a merchant's server; a blank value counts as unset. Throws `InvalidSettingError`, which names
 * every wrong one. Outside loopback, unsafe settings are wrong, too.
 *
 * @example
 * const { PORT, DATABASE_URL } = readSettings(process.env)
 */
export function readSettings(env: Environment): Settings {
  const { states, misspelt, valid } = inspectSettings(env)
  const wrong = states.filter(({ problem }) => problem !== null)
  const hint = (name: SettingName): string =>
    misspelt.flatMap((one) => (one.meant === name ? [` ${one.name} is set: is it misspelt?`] : [])).join('')
  if (wrong.length > 0)
    throw new InvalidSettingError(
      wrong.map(({ name, problem, fix }) => `${name} ${problem}.${hint(name)} ${fix}`).join('\n'),
    )
  const { env: given } = withSecretFiles(withoutBlanks(env))
  return { ...Fields.parse(given), options: valid.options }
}

/** One setting, for a report. */
export interface SettingState {
  name: SettingName
  /** Its value, or what it means that it is unset. Never a secret. */
  summary: string
  /** What is wrong, as a predicate: "is not set". */
  problem: string | null
  /** What to do about a problem. */
  fix: string
}

/** Every setting of an environment. */
export interface InspectedSettings {
  states: SettingState[]
  /** The values of the settings that are right. */
  valid: ValidSettings
  /** Variables that are probably misspelt settings. */
  misspelt: MisspeltSetting[]
}

/**
 * Every setting with its state, and the values of those that are right.
 * @example
 * const { states, valid } = inspectSettings(process.env)
 */
export function inspectSettings(env: Environment): InspectedSettings {
  const { env: given, problems: fileProblems } = withSecretFiles(withoutBlanks(env))
  const problems = new Map([...findProblems(given), ...fileProblems])
  const valid = validSettings(given, problems)
  const states = Fields.keyof().options.map((name) => ({
    name,
    summary: summarize(notes[name], given[name], valid[name]),
    problem: problems.get(name) ?? null,
    fix: notes[name].fix,
  }))
  return { states, valid, misspelt: misspeltSettings(given) }
}

const withoutBlanks = (env: Environment): Environment =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))

function summarize({ unset, secret }: Notes, given: string | undefined, value: unknown): string {
  if (given === undefined) return `not set: ${unset ?? String(value)}`
  return secret ? 'set' : given
}

/** The settings without those that have a problem. */
function validSettings(env: Environment, problems: ReadonlyMap<string, string>): ValidSettings {
  const right = Object.fromEntries(Object.entries(env).filter(([name]) => !problems.has(name)))
  const { pipelines } = problems.has('PAYMENTS_PIPELINES') ? { pipelines: {} } : configuredPipelines(right)
  const { operators } = configuredOperators(right)
  const settings = { ...ValidSettings.parse(right), pipelines, operators }

  return { ...settings, options: optionsOf(settings) }
}

/** By the name of the setting to change. A setting's own problem comes before those that depend on others. */
function findProblems(env: Environment): Map<string, string> {
  const issues = Fields.safeParse(env).error?.issues ?? []
  const own = new Map([
    ...issues.map(({ path, message }) => [path.join('.'), message] as const),
    ...fileProblems(env),
  ])
  const settings = validSettings(env, own)
  return new Map([...optionProblems(env, settings), ...combinedProblems(env, settings), ...own])
}

/** Of the files that settings name. */
function* fileProblems(env: Environment): Generator<readonly [SettingName, string]> {
  const { problem: operatorsProblem } = configuredOperators(env)
  if (operatorsProblem !== null) yield ['OPERATORS', operatorsProblem]
  const { problem: pipelinesProblem } = configuredPipelines(env)
  if (pipelinesProblem !== null) yield ['PAYMENTS_PIPELINES', pipelinesProblem]
  const orders = env['SHOP_ORDERS'] === undefined ? null : parseShopOrders(env['SHOP_ORDERS'])
  if (orders !== null && 'problem' in orders) yield ['SHOP_ORDERS', orders.problem]
}

const hosts = [
  { name: 'PAYMENTS_INIT_URL', profile: 'form', key: 'PAYMENTS_FORM_KEY' },
  { name: 'PAYMENTS_TOKEN_URL', profile: 'token', key: 'PAYMENTS_TOKEN_KEY' },
] as const

/** Problems that follow from several settings, and are no mistake of an option. */
function* combinedProblems(
  env: Environment,
  settings: ValidSettings,
): Generator<readonly [SettingName, string]> {
  const isFile = env['PAYMENTS_PIPELINES'] !== undefined
  const pipelines = Object.values(configuredPipelines(env).pipelines)
  for (const { name, profile, key } of hosts) {
    if (env[name] === undefined && pipelines.some((pipeline) => pipeline.profile === profile))
      yield [name, `is not set, and ${isFile ? `a pipeline of profile ${profile}` : key} needs it`]
  }
  if (!isFile && pipelines.length === 0)
    yield ['PAYMENTS_P2P_KEY', 'is not set, nor is the key of any other pipeline']
  const { EVENTS_SECRET, HOST = 'localhost' } = settings
  if (env['EVENTS_URL'] !== undefined && env['EVENTS_SECRET'] === undefined)
    yield ['EVENTS_SECRET', 'is not set, and EVENTS_URL needs it']
  const isWeak = EVENTS_SECRET !== undefined && !isStrongSecret(EVENTS_SECRET.replace(/^whsec_/, ''))
  if (isWeak && isReachable(settings)) yield ['EVENTS_SECRET', 'is weaker than 128 random bits']
  if (env['PUBLIC_URL'] !== undefined) return
  const remote = serviceUrls.find((name) => settings[name] !== undefined && !isLoopbackUrl(settings[name]))
  if (!isLoopback(HOST)) yield ['PUBLIC_URL', 'is not set, and HOST is not a loopback address']
  else if (remote !== undefined)
    yield ['PUBLIC_URL', `is not set, and the service of ${remote} cannot reach a loopback address`]
}

const serviceUrls = ['PAYMENTS_BASE_URL', 'PAYMENTS_INIT_URL', 'PAYMENTS_TOKEN_URL'] as const
