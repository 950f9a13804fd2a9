import { httpAddress, isSafe } from './address.ts'
import { type Environment, type Finding, failed, given, ok, several } from './finding.ts'

interface Setting {
  name: string
  /** What it means that it is not set; null where it must be set. */
  unset: (env: Environment) => string | null
  /** What is wrong with a value; null where it is right. Without it any value is right. */
  wrong?: (value: string, env: Environment) => string | null
  fix?: string
  /** Its value is not shown. */
  secret?: true
}

const always = (meaning: string) => () => meaning
const neededWith = (key: string) => (env: Environment) =>
  given(env, key) === null ? `not needed without ${key}` : null
const off = 'its pipeline is off'

const between = (least: number, most: number) => (value: string) =>
  /^\d+(\.\d+)?$/.test(value) && Number(value) >= least && Number(value) <= most
    ? null
    : `is not a number from ${least} to ${most}`
const oneOf =
  (...words: string[]) =>
  (value: string) =>
    words.includes(value) ? null : `is neither ${words.join(' nor ')}`

function address(value: string): string | null {
  const url = httpAddress(value)
  if (!url) return 'is not an http or https address'
  if (url.username || url.password || url.search || url.hash) return 'has more than a host and a path'
  return isSafe(url) ? null : 'is http, so keys and orders would travel in clear'
}

function key(value: string, env: Environment): string | null {
  if (!/^[\x21-\x7E]+$/.test(value)) return 'holds a character that no key has'
  const others = pipelineKeys.filter((name) => given(env, name) === value)
  return others.length > 1 ? `is the same key as ${others.join(' and ')}` : null
}

const pipelineKeys = ['PAYMENTS_P2P_KEY', 'PAYMENTS_FORM_KEY', 'PAYMENTS_TOKEN_KEY', 'PAYMENTS_PAYOUT_KEY']

const origins = (value: string) =>
  several(value).every((origin) => httpAddress(origin)?.origin === origin)
    ? null
    : 'holds an entry that is no origin'

const day = 86_400

/** The settings that can be judged by themselves; what must be tried has its own file. */
const settings: Setting[] = [
  { name: 'HOST', unset: always('127.0.0.1') },
  {
    name: 'PORT',
    unset: always('8787'),
    wrong: (value) => (/^\d{1,5}$/.test(value) ? between(0, 65_535)(value) : 'is not a port'),
    fix: 'Give the port to listen on, such as 8787.',
  },
  {
    name: 'PAYMENTS_BASE_URL',
    unset: () => null,
    wrong: address,
    fix: "Give the service's core address (https). To try without one: `npx paypane sandbox` prints settings that work.",
  },
  {
    name: 'PAYMENTS_INIT_URL',
    unset: neededWith('PAYMENTS_FORM_KEY'),
    wrong: address,
    fix: "Give the address of the service's hosted card form (https).",
  },
  {
    name: 'PAYMENTS_TOKEN_URL',
    unset: neededWith('PAYMENTS_TOKEN_KEY'),
    wrong: address,
    fix: "Give the service's address for deposits by a stored card (https).",
  },
  ...pipelineKeys.map(
    (name): Setting => ({
      name,
      unset: always(off),
      wrong: key,
      fix: 'Give this pipeline its own key, exactly as the service issued it. Pipelines never share one.',
      secret: true,
    }),
  ),
  {
    name: 'PAYMENTS_PRIVATE_KEY',
    unset: () => null,
    wrong: (value) => (several(value).length === 0 ? 'holds no key' : null),
    fix: 'Give the private key that signs callbacks; two, comma-separated, while one replaces the other.',
    secret: true,
  },
  {
    name: 'PAYMENTS_TIMEOUT_MS',
    unset: always('10000'),
    wrong: between(1, 600_000),
    fix: 'Give milliseconds, such as 10000.',
  },
  {
    name: 'SETTLE_MS',
    unset: always('as PAYMENTS_TIMEOUT_MS'),
    wrong: between(0, 600_000),
    fix: 'Give milliseconds.',
  },
  {
    name: 'CALLBACK_MODE',
    unset: always('dynamic'),
    wrong: oneOf('dynamic', 'static'),
    fix: 'Give dynamic where each order names its callback address, static where the service has it configured.',
  },
  {
    name: 'CHECKOUT_TTL_SECONDS',
    unset: always('1800'),
    wrong: between(1, 30 * day),
    fix: 'Give seconds, such as 1800.',
  },
  {
    name: 'CORRECTION_WATCH_HOURS',
    unset: always('72'),
    wrong: between(0, 8760),
    fix: 'Give hours, such as 72.',
  },
  {
    name: 'REVIEW_AFTER_MINUTES',
    unset: always('60'),
    wrong: between(0, 525_600),
    fix: 'Give minutes, such as 60.',
  },
  { name: 'CONFIRM_FINAL', unset: always('true'), wrong: oneOf('true', 'false'), fix: 'Give true or false.' },
  {
    name: 'RETENTION_DAYS',
    unset: always('what is over is kept for ever'),
    wrong: between(1, 36_500),
    fix: 'Give days, such as 800; or leave it unset.',
  },
  { name: 'CLIENT_ADDRESS_HEADER', unset: always('the connection tells the address') },
  {
    name: 'ALLOWED_ORIGINS',
    unset: always('only the same origin may call'),
    wrong: origins,
    fix: 'Give origins such as https://shop.example, comma-separated, without a path or a closing slash.',
  },
  { name: 'ADMIN_TOKEN', unset: always('there is no /admin'), secret: true },
  {
    name: 'EVENTS_URL',
    unset: always('nobody is told of events'),
    wrong: (value) => {
      const url = httpAddress(value)
      return url && isSafe(url) ? null : 'is not an https address'
    },
    fix: "Give the https address where the merchant's own system hears events.",
    secret: true,
  },
  {
    name: 'EVENTS_SECRET',
    unset: neededWith('EVENTS_URL'),
    fix: 'Give the secret that signs events, the same as at their receiver.',
    secret: true,
  },
  {
    name: 'SHOP_SECRET',
    unset: always('orders are plain references, and there are no saved cards'),
    secret: true,
  },
]

export const checkSettings = (env: Environment): Finding[] => [
  ...settings.map((setting) => check(setting, env)),
  ...(pipelineKeys.some((name) => given(env, name) !== null)
    ? []
    : [failed('pipelines', 'no pipeline has a key', `Set at least one of ${pipelineKeys.join(', ')}.`)]),
]

function check({ name, unset, wrong, fix = '', secret }: Setting, env: Environment): Finding {
  const value = given(env, name)
  if (value === null) {
    const meaning = unset(env)
    return meaning === null ? failed(name, 'not set', fix) : ok(name, `not set: ${meaning}`)
  }
  const problem = wrong?.(value, env) ?? null
  return problem === null ? ok(name, secret ? 'set' : value) : failed(name, problem, fix)
}
