import { type Environment, type Finding, failed, ok, readSetting, splitList } from './finding.ts'
import { isSecure, parseHttpUrl } from './url.ts'

interface Setting {
  name: string
  /** What it means that it is not set; null where it must be set. */
  whenUnset: (env: Environment) => string | null
  /** What is wrong with a value; null where it is right. Without it any value is right. */
  findProblem?: (value: string, env: Environment) => string | null
  fix?: string
  /** Its value is not shown. */
  secret?: true
}

const fixedText = (meaning: string) => () => meaning
const requiredWith = (key: string) => (env: Environment) =>
  readSetting(env, key) === null ? `not needed without ${key}` : null
const pipelineOff = 'its pipeline is off'

const between = (min: number, max: number) => (value: string) =>
  /^\d+(\.\d+)?$/.test(value) && Number(value) >= min && Number(value) <= max
    ? null
    : `is not a number from ${min} to ${max}`
const oneOf =
  (...values: string[]) =>
  (value: string) =>
    values.includes(value) ? null : `is neither ${values.join(' nor ')}`

function baseUrlProblem(value: string): string | null {
  const url = parseHttpUrl(value)
  if (!url) return 'is not an http or https address'
  if (url.username || url.password || url.search || url.hash) return 'has more than a host and a path'
  return isSecure(url) ? null : 'is http, so keys and orders would travel in clear'
}

function keyProblem(value: string, env: Environment): string | null {
  if (!/^[\x21-\x7E]+$/.test(value)) return 'holds a character that no key has'
  const sameKeys = pipelineKeys.filter((name) => readSetting(env, name) === value)
  return sameKeys.length > 1 ? `is the same key as ${sameKeys.join(' and ')}` : null
}

const pipelineKeys = ['PAYMENTS_P2P_KEY', 'PAYMENTS_FORM_KEY', 'PAYMENTS_TOKEN_KEY', 'PAYMENTS_PAYOUT_KEY']

const originsProblem = (value: string) =>
  splitList(value).every((origin) => parseHttpUrl(origin)?.origin === origin)
    ? null
    : 'holds an entry that is no origin'

const secondsPerDay = 86_400

/** The settings that can be judged by themselves; what must be tried has its own file. */
const settings: Setting[] = [
  { name: 'HOST', whenUnset: fixedText('127.0.0.1') },
  {
    name: 'PORT',
    whenUnset: fixedText('8787'),
    findProblem: (value) => (/^\d{1,5}$/.test(value) ? between(0, 65_535)(value) : 'is not a port'),
    fix: 'Give the port to listen on, such as 8787.',
  },
  {
    name: 'PAYMENTS_BASE_URL',
    whenUnset: () => null,
    findProblem: baseUrlProblem,
    fix: "Give the service's core address (https). To try without one: `npx paypane sandbox` prints settings that work.",
  },
  {
    name: 'PAYMENTS_INIT_URL',
    whenUnset: requiredWith('PAYMENTS_FORM_KEY'),
    findProblem: baseUrlProblem,
    fix: "Give the address of the service's hosted card form (https).",
  },
  {
    name: 'PAYMENTS_TOKEN_URL',
    whenUnset: requiredWith('PAYMENTS_TOKEN_KEY'),
    findProblem: baseUrlProblem,
    fix: "Give the service's address for deposits by a stored card (https).",
  },
  ...pipelineKeys.map(
    (name): Setting => ({
      name,
      whenUnset: fixedText(pipelineOff),
      findProblem: keyProblem,
      fix: 'Give this pipeline its own key, exactly as the service issued it. Pipelines never share one.',
      secret: true,
    }),
  ),
  {
    name: 'PAYMENTS_PRIVATE_KEY',
    whenUnset: () => null,
    findProblem: (value) => (splitList(value).length === 0 ? 'holds no key' : null),
    fix: 'Give the private key that signs callbacks; two, comma-separated, while one replaces the other.',
    secret: true,
  },
  {
    name: 'PAYMENTS_TIMEOUT_MS',
    whenUnset: fixedText('10000'),
    findProblem: between(1, 600_000),
    fix: 'Give milliseconds, such as 10000.',
  },
  {
    name: 'SETTLE_MS',
    whenUnset: fixedText('as PAYMENTS_TIMEOUT_MS'),
    findProblem: between(0, 600_000),
    fix: 'Give milliseconds.',
  },
  {
    name: 'CALLBACK_MODE',
    whenUnset: fixedText('dynamic'),
    findProblem: oneOf('dynamic', 'static'),
    fix: 'Give dynamic where each order names its callback address, static where the service has it configured.',
  },
  {
    name: 'CHECKOUT_TTL_SECONDS',
    whenUnset: fixedText('1800'),
    findProblem: between(1, 30 * secondsPerDay),
    fix: 'Give seconds, such as 1800.',
  },
  {
    name: 'CORRECTION_WATCH_HOURS',
    whenUnset: fixedText('72'),
    findProblem: between(0, 8760),
    fix: 'Give hours, such as 72.',
  },
  {
    name: 'REVIEW_AFTER_MINUTES',
    whenUnset: fixedText('60'),
    findProblem: between(0, 525_600),
    fix: 'Give minutes, such as 60.',
  },
  {
    name: 'CONFIRM_FINAL',
    whenUnset: fixedText('true'),
    findProblem: oneOf('true', 'false'),
    fix: 'Give true or false.',
  },
  {
    name: 'RETENTION_DAYS',
    whenUnset: fixedText('what is over is kept for ever'),
    findProblem: between(1, 36_500),
    fix: 'Give days, such as 800; or leave it unset.',
  },
  { name: 'CLIENT_ADDRESS_HEADER', whenUnset: fixedText('the connection tells the address') },
  {
    name: 'ALLOWED_ORIGINS',
    whenUnset: fixedText('only the same origin may call'),
    findProblem: originsProblem,
    fix: 'Give origins such as https://shop.example, comma-separated, without a path or a closing slash.',
  },
  { name: 'ADMIN_TOKEN', whenUnset: fixedText('there is no /admin'), secret: true },
  {
    name: 'EVENTS_URL',
    whenUnset: fixedText('nobody is told of events'),
    findProblem: (value) => {
      const url = parseHttpUrl(value)
      return url && isSecure(url) ? null : 'is not an https address'
    },
    fix: "Give the https address where the merchant's own system hears events.",
    secret: true,
  },
  {
    name: 'EVENTS_SECRET',
    whenUnset: requiredWith('EVENTS_URL'),
    fix: 'Give the secret that signs events, the same as at their receiver.',
    secret: true,
  },
  {
    name: 'SHOP_SECRET',
    whenUnset: fixedText('orders are plain references, and there are no saved cards'),
    secret: true,
  },
]

export const checkSettings = (env: Environment): Finding[] => [
  ...settings.map((setting) => checkSetting(setting, env)),
  ...(pipelineKeys.some((name) => readSetting(env, name) !== null)
    ? []
    : [failed('pipelines', 'no pipeline has a key', `Set at least one of ${pipelineKeys.join(', ')}.`)]),
]

function checkSetting(
  { name, whenUnset, findProblem, fix = '', secret }: Setting,
  env: Environment,
): Finding {
  const value = readSetting(env, name)
  if (value === null) {
    const meaning = whenUnset(env)
    return meaning === null ? failed(name, 'not set', fix) : ok(name, `not set: ${meaning}`)
  }
  const problem = findProblem?.(value, env) ?? null
  return problem === null ? ok(name, secret ? 'set' : value) : failed(name, problem, fix)
}
