import { readFileSync } from 'node:fs'
import type { z } from 'zod'
import { isStrongSecret } from '../lib/crypto/secret-strength.ts'
import { closestName } from '../lib/did-you-mean.ts'
import { isLoopback, isLoopbackUrl } from '../lib/loopback.ts'
import { issuePredicate } from '../options/issue-predicate.ts'
import { Operators } from '../options/operators.ts'
import { type Environment, InvalidSettingError } from './environment.ts'
import { type JsonContent, readJsonFile } from './json-file.ts'
import { configuredPipelines, keySettings } from './pipelines.ts'
import { Fields, type SettingName, type Settings, ValidSettings } from './setting-fields.ts'
import { type Notes, notes } from './setting-notes.ts'
import { isReachable, optionProblems, optionsOf } from './setting-options.ts'
import { parseShopOrders } from './shop-orders.ts'

/**
 * Reads the settings of a merchant's server; a blank value counts as unset. Throws `InvalidSettingError`, which names
 * every wrong one. Outside loopback, unsafe settings are wrong, too.
 *
 * @example
 * const { PORT, DATABASE_URL } = readSettings(process.env)
 */
export function readSettings(env: Environment): Settings {
  const given = readGiven(env)
  const { states, misspelt, valid } = inspectGiven(given)
  const wrong = states.filter(({ problem }) => problem !== null)
  const hint = (name: SettingName): string =>
    misspelt.flatMap((one) => (one.meant === name ? [` ${one.name} is set: is it misspelt?`] : [])).join('')
  if (wrong.length > 0)
    throw new InvalidSettingError(
      wrong.map(({ name, problem, fix }) => `${name} ${problem}.${hint(name)} ${fix}`).join('\n'),
    )
  return { ...Fields.parse(given.env), options: valid.options }
}

/** One setting, for a report. */
export interface SettingState {
  /** The environment variable. */
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
  /** Every setting. */
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
  return inspectGiven(readGiven(env))
}

/** The environment without blank values, with the secrets of files, and the other files that it names: each is read once. */
function readGiven(given: Environment) {
  const { env, problems: secretProblems } = withSecretFiles(withoutBlanks(given))
  const { PAYMENTS_PIPELINES: pipelines, OPERATORS: operators, SHOP_ORDERS: orders } = env
  return {
    env,
    secretProblems,
    pipelines: pipelines === undefined ? null : readJsonFile(pipelines),
    operators: parseOperators(operators === undefined ? null : readJsonFile(operators)),
    orders: orders === undefined ? null : parseShopOrders(orders),
  }
}
type Given = ReturnType<typeof readGiven>

function inspectGiven(given: Given): InspectedSettings {
  const problems = new Map([...findProblems(given), ...given.secretProblems])
  const valid = validSettings(given, problems)
  const states = Fields.keyof().options.map((name) => ({
    name,
    summary: summarize(notes[name], given.env[name], valid[name]),
    problem: problems.get(name) ?? null,
    fix: notes[name].fix,
  }))
  return { states, valid, misspelt: misspeltSettings(given.env) }
}

const withoutBlanks = (env: Environment): Environment =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))

function summarize({ unset, secret }: Notes, given: string | undefined, value: unknown): string {
  if (given === undefined) return `not set: ${unset ?? String(value)}`
  return secret ? 'set' : given
}

/** The settings without those that have a problem. */
function validSettings(given: Given, problems: ReadonlyMap<string, string>): ValidSettings {
  const right = Object.fromEntries(Object.entries(given.env).filter(([name]) => !problems.has(name)))
  const settings = {
    ...ValidSettings.parse(right),
    pipelines: problems.has('PAYMENTS_PIPELINES')
      ? {}
      : configuredPipelines(right, given.pipelines).pipelines,
    operators: problems.has('OPERATORS') ? undefined : given.operators.operators,
  }
  return { ...settings, options: optionsOf(settings) }
}

/** By the name of the setting to change. A setting's own problem comes before those that depend on others. */
function findProblems(given: Given): Map<string, string> {
  const { env, operators, orders } = given
  const { pipelines, problem } = configuredPipelines(env, given.pipelines)
  const own = new Map<string, string>()
  for (const { path, message } of Fields.safeParse(env).error?.issues ?? []) own.set(path.join('.'), message)
  if (operators.problem !== null) own.set('OPERATORS', operators.problem)
  if (problem !== null) own.set('PAYMENTS_PIPELINES', problem)
  if (orders !== null && 'problem' in orders) own.set('SHOP_ORDERS', orders.problem)
  const settings = validSettings(given, own)
  return new Map([...optionProblems(env, settings), ...combinedProblems(env, pipelines, settings), ...own])
}

const hosts = [
  { name: 'PAYMENTS_INIT_URL', profile: 'form' },
  { name: 'PAYMENTS_TOKEN_URL', profile: 'token' },
] as const

/** Problems that follow from several settings, and are no mistake of an option. */
function* combinedProblems(
  env: Environment,
  configured: ValidSettings['pipelines'],
  settings: ValidSettings,
): Generator<readonly [SettingName, string]> {
  const isFile = env['PAYMENTS_PIPELINES'] !== undefined
  const pipelines = Object.values(configured)
  for (const { name, profile } of hosts) {
    if (env[name] === undefined && pipelines.some((pipeline) => pipeline.profile === profile))
      yield [
        name,
        `is not set, and ${isFile ? `a pipeline of profile ${profile}` : keySettings[profile]} needs it`,
      ]
  }
  if (!isFile && pipelines.length === 0)
    yield ['PAYMENTS_P2P_KEY', 'is not set, nor is the key of any other pipeline']
  const { EVENTS_SECRET, HOST = 'localhost' } = settings
  if (env['EVENTS_URL'] !== undefined && env['EVENTS_SECRET'] === undefined)
    yield ['EVENTS_SECRET', 'is not set, and EVENTS_URL needs it']
  // Events would only be logged, and count as delivered.
  if (EVENTS_SECRET !== undefined && env['EVENTS_URL'] === undefined)
    yield ['EVENTS_URL', 'is not set, and EVENTS_SECRET is']
  const isWeak = EVENTS_SECRET !== undefined && !isStrongSecret(EVENTS_SECRET.replace(/^whsec_/, ''))
  if (isWeak && isReachable(settings)) yield ['EVENTS_SECRET', 'is weaker than 128 random bits']
  if (env['PUBLIC_URL'] !== undefined) return
  const remote = serviceUrls.find((name) => settings[name] !== undefined && !isLoopbackUrl(settings[name]))
  if (!isLoopback(HOST)) yield ['PUBLIC_URL', 'is not set, and HOST is not a loopback address']
  else if (remote !== undefined)
    yield ['PUBLIC_URL', `is not set, and the service of ${remote} cannot reach a loopback address`]
}

const serviceUrls = ['PAYMENTS_BASE_URL', 'PAYMENTS_INIT_URL', 'PAYMENTS_TOKEN_URL'] as const

/**
 * The operators of the file that `OPERATORS` names, or why it cannot be read, as a predicate that names operators and members,
 * never their values.
 */
function parseOperators(content: JsonContent | null) {
  if (content === null) return { operators: undefined, problem: null }
  if ('problem' in content) return { operators: undefined, problem: content.problem }
  const { data, error } = Operators.safeParse(content.value, { error: issuePredicate })
  return { operators: data, problem: error === undefined ? null : describe(error) }
}

function describe({ issues }: z.ZodError): string {
  const whole = issues.find(({ path }) => path.length === 0)
  if (whole !== undefined) return whole.message
  const problems = issues.map(({ path, message }) => `${path.map(String).join('.')} ${message}`)
  return `has wrong operators: ${problems.join('; ')}`
}

/** A variable that is no setting, and the unset setting that it probably stands for. */
export interface MisspeltSetting {
  /** The variable that is set. */
  name: string
  /** The setting that is probably meant. */
  meant: string
}

/** Variables with almost the name of a setting that is not set. */
function misspeltSettings(env: Environment): MisspeltSetting[] {
  const settings = Object.keys(notes)
  const known = new Set(settings.flatMap((name) => (isSecret(name) ? [name, `${name}_FILE`] : [name])))
  return Object.keys(env)
    .filter((name) => !known.has(name) && !isPipelineKey(name, env))
    .flatMap((name) => {
      // Only a secret may come from a file.
      const withoutFile = settings.find((setting) => name === `${setting}_FILE`)
      const meant = withoutFile ?? closestName(name, settings)
      return meant === null || env[meant] !== undefined ? [] : [{ name, meant }]
    })
}

/** With `PAYMENTS_PIPELINES` the merchant names the variables of keys. */
const isPipelineKey = (name: string, env: Environment): boolean =>
  env['PAYMENTS_PIPELINES'] !== undefined && /KEY/.test(name)

/**
 * The environment with the secrets of files, and what is wrong with files, by the secret's name. `SEAL_KEY_FILE` names a file
 * that has `SEAL_KEY`, as for every secret setting and every `…_KEY` and `…_KEY_NEXT` of a pipeline.
 */
function withSecretFiles(env: Environment) {
  const read: Record<string, string> = {}
  const problems = new Map<string, string>()
  for (const [variable, path = ''] of Object.entries(env)) {
    const name = variable.replace(/_FILE$/, '')
    if (name === variable || !isSecret(name)) continue
    if (env[name] !== undefined) problems.set(name, `is set, and ${variable} is set, too`)
    else
      try {
        read[name] = readFileSync(path, 'utf8').trim()
        if (read[name] === '') problems.set(name, `is empty in the file of ${variable}`)
      } catch (error) {
        problems.set(name, `cannot be read from the file of ${variable}${codeOf(error)}`)
      }
  }
  return { env: { ...env, ...read }, problems }
}

/** Whether a file may have it: a secret setting, or a key of a pipeline. */
const isSecret = (name: string): boolean =>
  isSetting(name) ? notes[name].secret === true : /_KEY(?:_NEXT)?$/.test(name)

const isSetting = (name: string): name is SettingName => Object.hasOwn(notes, name)

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
