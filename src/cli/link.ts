import { signOrder } from 'paypane/server'
import { type Environment, inspectSettings } from 'paypane/server/node'
import { requiredSetting } from './env-file.ts'

interface PayLinkOptions {
  order: string
  /** Decimal text. The shop of `paypane serve` opens orders that it does not list by their amount and currency. */
  amount?: string | undefined
  currency?: string | undefined
  /** How long the link is valid: `30m`, `12h` or `7d`. */
  expires: string
  /** The path that Paypane is mounted at. */
  basePath: string
  now: number
}

const unitMs: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 }

/** The address of the hosted page of an order, with an order token. Throws an error for people. */
export async function payLink(
  env: Environment,
  { order, amount, currency, expires, basePath, now }: PayLinkOptions,
): Promise<string> {
  const settings = inspectSettings(env)
  // The setting's own advice is to create a secret: with a new one no link would open.
  if (!env['SHOP_SECRET'] && !env['SHOP_SECRET_FILE'])
    throw new Error(
      'SHOP_SECRET is not set. Give that of the server, in the environment or in the file of --env: a link signed with another one opens nothing. No link was made.',
    )
  const secret = requiredSetting(settings, 'SHOP_SECRET')
  const publicUrl = requiredSetting(settings, 'PUBLIC_URL')
  const times = { issuedAt: new Date(now), expiresAt: new Date(now + durationMs(expires)) }
  if ((amount === undefined) !== (currency === undefined))
    throw new Error('Give --amount and --currency together. No link was made.')
  const token = await signOrder({ order, amount, currency, purpose: 'page', ...times }, secret)
  const base = [publicUrl.replace(/\/+$/, ''), basePath.replace(/^\/+|\/+$/g, '')].filter(Boolean)
  return `${base.join('/')}/o/${token}`
}

/** Opens a link, which starts no payment. Throws an error for people if the server does not. */
export async function tryLink(link: string, fetcher: typeof fetch): Promise<void> {
  const { origin } = new URL(link)
  const page = await fetcher(link, { redirect: 'manual', signal: AbortSignal.timeout(10_000) })
    .then(async (response) => ({ status: response.status, html: await response.text() }))
    .catch(() => null)
  // The page of an order that is read slowly has begun before its problem is known; an app may answer any path with its own.
  if (page?.status === 200 && page.html.includes('<pay-pane')) return
  if (page === null)
    throw new Error(
      `No link was made: ${origin} does not respond, so it cannot be tried. Start the server, or add --no-check.`,
    )
  const unopened =
    'it does not open this order. Check the order, --base-path, and that SHOP_SECRET is the one of the server; an order that the shop does not list needs --amount and --currency'
  const reasons: Record<number, string> = {
    200: unopened,
    403: 'its order() refuses this order',
    404: unopened,
    409: 'the order has another amount or currency at the server',
  }
  throw new Error(
    `No link was made: the server at ${origin} responded ${page.status}: ${reasons[page.status] ?? 'see its log'}.`,
  )
}

function durationMs(text: string): number {
  const [, count, unit = ''] = /^([1-9]\d{0,4})([mhd])$/.exec(text) ?? []
  const ms = unitMs[unit]
  if (count === undefined || ms === undefined)
    throw new Error(`${text} is not a duration: write 30m, 12h or 7d.`)
  return Number(count) * ms
}
