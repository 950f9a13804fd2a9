import { signOrder } from 'paypane/server'
import { type Environment, inspectSettings } from 'paypane/server/node'
import { requiredSetting } from './env-file.ts'

/** The parts of a pay link. */
export interface PayLinkOptions {
  order: string
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
  { order, expires, basePath, now }: PayLinkOptions,
): Promise<string> {
  const settings = inspectSettings(env)
  const secret = requiredSetting(settings, 'SHOP_SECRET')
  const publicUrl = requiredSetting(settings, 'PUBLIC_URL')
  const times = { issuedAt: new Date(now), expiresAt: new Date(now + durationMs(expires)) }
  const token = await signOrder({ order, purpose: 'page', ...times }, secret)
  const base = [publicUrl.replace(/\/+$/, ''), basePath.replace(/^\/+|\/+$/g, '')].filter(Boolean)
  return `${base.join('/')}/o/${token}`
}

function durationMs(text: string): number {
  const [, count, unit = ''] = /^([1-9]\d{0,4})([mhd])$/.exec(text) ?? []
  const ms = unitMs[unit]
  if (count === undefined || ms === undefined)
    throw new Error(`${text} is not a duration: write 30m, 12h or 7d.`)
  return Number(count) * ms
}
