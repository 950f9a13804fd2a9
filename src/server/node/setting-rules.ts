import { z } from 'zod'
import { isLoopback } from '../lib/loopback.ts'
import { sqlitePath } from '../lib/sqlite-path.ts'
import { isTimeZone } from '../lib/time-zone.ts'
import type { AmountsByCurrency, PayoutApproval } from '../rules/payout/approval.ts'
import { parseExactJson } from './json-file.ts'

/** Returns what is wrong with a value, or null. Never repeats the value: it may be a secret. */
type ProblemOf = (value: string) => string | null

/** A required text. */
export const text = (problemOf: ProblemOf = () => null) =>
  z.string({ error: 'is not set' }).superRefine((value, context) => {
    const problem = problemOf(value)
    if (problem !== null) context.addIssue(problem)
  })

/** A required text that `parse` reads; null: it is wrong. */
const parsed = <Value>(parse: (text: string) => Value | null, problem: string) =>
  text().transform((value, context): Value => {
    const read = parse(value)
    if (read !== null) return read
    context.addIssue(problem)
    return z.NEVER
  })

/** A decimal number in a range. */
export const number = (min: number, max: number) =>
  parsed((value) => {
    const read = /^\d+(\.\d+)?$/.test(value) ? Number(value) : Number.NaN
    return read >= min && read <= max ? read : null
  }, `is not a number from ${min} to ${max}`)

/** Days, and 0 for `never`. */
export const retention = () =>
  parsed((value) => {
    if (value === 'never') return 0
    return /^\d+$/.test(value) && Number(value) <= 36_500 ? Number(value) : null
  }, 'is neither a number of days from 0 to 36500 nor never')

export const port = () => parsed(parsePort, 'is not a port from 0 to 65535')

const parsePort = (text: string): number | null =>
  /^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : null

/** `127.0.0.1:9090` or `[::1]:9090`. */
export const hostAndPort = () => parsed(parseHostAndPort, 'is not host:port')

function parseHostAndPort(value: string): { host: string; port: number } | null {
  const [, ipv6, host = ipv6, digits = ''] = /^(?:\[([^\]]+)\]|([^:[\]/\s]+)):(\d{1,5})$/.exec(value) ?? []
  const port = parsePort(digits)
  return host === undefined || port === null ? null : { host, port }
}

export const choice = <A extends string, B extends string>(first: A, second: B) =>
  z.enum([first, second], { error: `is neither ${first} nor ${second}` })

/** Comma-separated entries, at least one. */
export const list = () =>
  parsed((value) => {
    const entries = value.split(',').map((entry) => entry.trim())
    const filled = entries.filter((entry) => entry !== '')
    return filled.length === 0 ? null : filled
  }, 'has no entry')

/** `https:`, or `http:` on this machine. */
function urlProblem(value: string): string | null {
  const url = parseHttpUrl(value)
  if (url === null) return 'is not an http or https URL'
  return isEncrypted(url) ? null : 'is http: use https, except on this machine'
}

/** The base URL of a host of the service: requests append a path to it and send a key to it. */
export function baseUrlProblem(value: string): string | null {
  const url = parseHttpUrl(value)
  if (url !== null && (url.username || url.password || url.search || url.hash))
    return 'has more than a host and a path'
  return urlProblem(value)
}

/** `fetch` sends no request to an address with a user. */
export function eventsUrlProblem(value: string): string | null {
  const url = parseHttpUrl(value)
  return url !== null && (url.username || url.password)
    ? 'has a user or a password, with which no event would be sent'
    : urlProblem(value)
}

export const httpsUrlProblem: ProblemOf = (value) =>
  value.startsWith('https://') && URL.canParse(value)
    ? null
    : 'is not an address such as https://shop.example'

export const timeZoneProblem: ProblemOf = (value) =>
  isTimeZone(value) ? null : 'is not a time zone such as Europe/Kyiv'

/** SQLite deletes a database without a path when it is closed. */
export const databaseUrlProblem: ProblemOf = (value) => {
  const path = sqlitePath(value)
  if (path !== null) return path === '' ? 'has no path' : null
  if (!/^postgres(ql)?:\/\//.test(value)) return 'starts with neither file: nor postgres://'
  return URL.canParse(value) ? null : 'is not a URL: encode the special characters of its password (# as %23)'
}

/** A secret that starts as Standard Webhooks serializes one must go on so. */
export function webhookSecretProblem(value: string): string | null {
  if (!value.startsWith('whsec_')) return null
  const base64 = value.slice('whsec_'.length)
  const isBase64 = base64 !== '' && Buffer.from(base64, 'base64').toString('base64') === base64
  return isBase64 ? null : 'starts with whsec_ and does not go on in Base64'
}

/** Null where the text is not an `http:` or `https:` URL. */
function parseHttpUrl(value: string): URL | null {
  const url = URL.canParse(value) ? new URL(value) : null
  return url !== null && /^https?:$/.test(url.protocol) ? url : null
}

const isEncrypted = (url: URL): boolean => url.protocol === 'https:' || isLoopback(url.hostname)

const Amounts = z.record(z.string(), z.string())

/** Amounts by currency as JSON: `{"UAH": "10000"}`. */
export const amounts = () => parsed(parseAmounts, amountsProblem)

/** `never`, `always`, or amounts by currency. */
export const approval = () =>
  parsed<PayoutApproval>(
    (value) => (value === 'never' || value === 'always' ? value : parseAmounts(value)),
    amountsProblem,
  )

const amountsProblem = 'is not JSON such as {"UAH": "10000"}, each currency once'

/** As a file: of a currency that is given twice it would be open which amount counts. */
function parseAmounts(value: string): AmountsByCurrency | null {
  try {
    return Amounts.parse(parseExactJson(value))
  } catch {
    return null
  }
}
