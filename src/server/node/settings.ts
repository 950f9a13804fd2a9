import { z } from 'zod'
import { isLoopback } from '../lib/loopback.ts'
import { isStrongSecret } from '../lib/secret-strength.ts'
import { type MisspeltSetting, misspeltSettings } from './misspelt-settings.ts'
import { type ConfiguredOperators, configuredOperators } from './operators.ts'
import { type ConfiguredPipelines, configuredPipelines } from './pipelines.ts'
import { withSecretFiles } from './secret-files.ts'
import { type Notes, notes } from './setting-notes.ts'
import {
  amounts,
  approval,
  baseUrlProblem,
  choice,
  databaseUrlProblem,
  eventsUrlProblem,
  hostAndPort,
  keyProblem,
  list,
  number,
  originsProblem,
  parseHttpUrl,
  port,
  proxiesProblem,
  publicUrlProblem,
  retention,
  sealKeysProblem,
  shopSecretProblem,
  splitList,
  text,
  tokenProblem,
  webhookSecretProblem,
} from './setting-rules.ts'
import { parseShopOrders } from './shop-orders.ts'
import { unsafeSettings } from './unsafe-settings.ts'

const maxMs = 600_000

/** The environment of a merchant's server. */
const Fields = z.object({
  HOST: text().default('127.0.0.1'),
  PORT: port().default(8787),
  PUBLIC_URL: text(publicUrlProblem).optional(),
  DATABASE_URL: text(databaseUrlProblem).default('file:./data/paypane.db'),
  SEAL_KEY: list(sealKeysProblem),
  ADMIN_TOKEN: text(tokenProblem).optional(),
  OPERATORS: text().optional(),
  PAYOUT_APPROVAL: approval().default('never'),
  PAYOUT_DAILY_LIMIT: amounts().optional(),
  ADMIN_LISTEN: hostAndPort().optional(),
  ALLOWED_ORIGINS: list(originsProblem).default([]),
  PAYMENTS_BASE_URL: text(baseUrlProblem),
  PAYMENTS_INIT_URL: text(baseUrlProblem).optional(),
  PAYMENTS_TOKEN_URL: text(baseUrlProblem).optional(),
  PAYMENTS_P2P_KEY: text(keyProblem).optional(),
  PAYMENTS_FORM_KEY: text(keyProblem).optional(),
  PAYMENTS_TOKEN_KEY: text(keyProblem).optional(),
  PAYMENTS_PAYOUT_KEY: text(keyProblem).optional(),
  PAYMENTS_PIPELINES: text().optional(),
  PAYMENTS_PRIVATE_KEY: list(),
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
  TRUSTED_PROXIES: list(proxiesProblem).default([]),
  EVENTS_URL: text(eventsUrlProblem).optional(),
  EVENTS_SECRET: text(webhookSecretProblem).optional(),
  SHOP_NAME: text().default('Example shop'),
  SHOP_ORDERS: text().optional(),
  SHOP_SECRET: text(shopSecretProblem).optional(),
  ALLOW_PLAIN_ORDERS: choice('1', '0')
    .transform((value) => value === '1')
    .default(false),
})

/** The name of an environment variable that the example server reads. */
export type SettingName = keyof typeof Fields.shape
/** The parsed settings. */
export type Settings = z.output<typeof Fields> &
  Pick<ConfiguredPipelines, 'pipelines'> &
  Pick<ConfiguredOperators, 'operators'>
const ValidSettings = Fields.partial()
/** The settings without those that are missing or wrong. */
export type ValidSettings = z.output<typeof ValidSettings> & Pick<ConfiguredPipelines, 'pipelines'>
/** Environment variables, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Missing or wrong settings. The message has a line for each, which names it and says what to do; it never holds a
 * secret.
 */
export class InvalidSettingError extends Error {
  override readonly name = 'InvalidSettingError'
  readonly docs = 'docs/errors.md#invalidsettingerror'
}

/**
 * Reads the settings of a merchant's server; a blank value counts as unset. Throws `InvalidSettingError`, which names
 * every wrong one. Outside loopback, unsafe settings are wrong, too.
 *
 * @example
 * const { PORT, DATABASE_URL } = readSettings(process.env)
 */
export function readSettings(env: Environment): Settings {
  const { states, misspelt } = inspectSettings(env)
  const wrong = states.filter(({ problem }) => problem !== null)
  const hint = (name: SettingName): string =>
    misspelt.flatMap((one) => (one.meant === name ? [` ${one.name} is set: is it misspelt?`] : [])).join('')
  if (wrong.length > 0)
    throw new InvalidSettingError(
      wrong.map(({ name, problem, fix }) => `${name} ${problem}.${hint(name)} ${fix}`).join('\n'),
    )
  const { env: given } = withSecretFiles(withoutBlanks(env))
  const { pipelines } = configuredPipelines(given)
  const { operators } = configuredOperators(given)
  return { ...Fields.parse(given), pipelines, operators }
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
  const { env: given, problems: ofFiles } = withSecretFiles(withoutBlanks(env))
  const problems = new Map([...findProblems(given), ...ofFiles])
  const right = Object.entries(given).filter(([name]) => !problems.has(name))
  const { pipelines } = configuredPipelines(
    problems.has('PAYMENTS_PIPELINES') ? given : Object.fromEntries(right),
  )
  const valid = { ...ValidSettings.parse(Object.fromEntries(right)), pipelines }
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

/** By the name of the setting to change. A setting's own problem comes before those that depend on others. */
function findProblems(env: Environment): Map<string, string> {
  const issues = Fields.safeParse(env).error?.issues ?? []
  const ownProblems = issues.map(({ path, message }) => [path.join('.'), message] as const)
  return new Map([...unsafeSettings(env), ...combinedProblems(env), ...ownProblems])
}

const hosts = [
  { name: 'PAYMENTS_INIT_URL', profile: 'form', key: 'PAYMENTS_FORM_KEY' },
  { name: 'PAYMENTS_TOKEN_URL', profile: 'token', key: 'PAYMENTS_TOKEN_KEY' },
] as const

const pipelineKeys = [
  'PAYMENTS_P2P_KEY',
  'PAYMENTS_FORM_KEY',
  'PAYMENTS_TOKEN_KEY',
  'PAYMENTS_PAYOUT_KEY',
] as const

/** By the address it listens on, or through a proxy by its public one. */
function isReachable(env: Environment): boolean {
  const publicUrl = parseHttpUrl(env['PUBLIC_URL'] ?? '')
  const hosts = [env['HOST'], publicUrl?.hostname]
  return hosts.some((host) => host !== undefined && !isLoopback(host))
}

/** Of the file that `OPERATORS` names, and of an approval that nobody can give. */
function* operatorProblems(env: Environment): Generator<readonly [SettingName, string]> {
  const { operators, problem } = configuredOperators(env)
  if (problem !== null) yield ['OPERATORS', problem]
  const mayApprove = Object.values(operators ?? {}).some(({ scopes }) => scopes.includes('payout:approve'))
  const approval = env['PAYOUT_APPROVAL'] ?? 'never'
  if (problem === null && approval !== 'never' && !mayApprove)
    yield ['PAYOUT_APPROVAL', 'needs an operator with the scope payout:approve in OPERATORS']
}

/** Problems that follow from several settings. */
function* combinedProblems(env: Environment): Generator<readonly [SettingName, string]> {
  yield* operatorProblems(env)
  const { pipelines, problem } = configuredPipelines(env)
  const listed = Object.values(pipelines)
  const isFile = env['PAYMENTS_PIPELINES'] !== undefined
  if (problem !== null) yield ['PAYMENTS_PIPELINES', problem]
  for (const { name, profile, key } of hosts) {
    if (env[name] === undefined && listed.some((pipeline) => pipeline.profile === profile))
      yield [name, `is not set, and ${isFile ? `a pipeline of profile ${profile}` : key} needs it`]
  }
  const orders = env['SHOP_ORDERS'] === undefined ? null : parseShopOrders(env['SHOP_ORDERS'])
  if (orders !== null && 'problem' in orders) yield ['SHOP_ORDERS', orders.problem]
  if (env['EVENTS_URL'] !== undefined && env['EVENTS_SECRET'] === undefined)
    yield ['EVENTS_SECRET', 'is not set, and EVENTS_URL needs it']
  const host = env['HOST']
  if (host !== undefined && !isLoopback(host) && env['PUBLIC_URL'] === undefined)
    yield ['PUBLIC_URL', 'is not set, and HOST is not a loopback address']
  if (env['SHOP_SECRET'] === undefined && env['ALLOW_PLAIN_ORDERS'] !== '1' && isReachable(env))
    yield ['SHOP_SECRET', 'is not set, and others than this machine can reach the server']
  if (isFile && isReachable(env)) {
    const shared = splitList(env['PAYMENTS_PRIVATE_KEY'] ?? '')
    const weak = Object.entries(pipelines).find(([, { privateKey }]) =>
      [privateKey]
        .flat()
        .some((key) => typeof key === 'string' && !shared.includes(key) && !isStrongSecret(key)),
    )
    if (weak !== undefined)
      yield [
        'PAYMENTS_PIPELINES',
        `has a pipeline, ${weak[0]}, with a private key weaker than 128 random bits`,
      ]
  }
  if (isFile) return
  const keys = pipelineKeys.filter((name) => env[name] !== undefined)
  if (keys.length === 0) yield ['PAYMENTS_P2P_KEY', 'is not set, nor is the key of any other pipeline']
  for (const name of keys) {
    const same = keys.find((other) => other !== name && env[other] === env[name])
    if (same !== undefined) yield [name, `is the same key as ${same}`]
  }
}
