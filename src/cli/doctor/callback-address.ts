import { httpAddress, isLoopback, isSafe } from './address.ts'
import { type Environment, type Finding, failed, given, ok } from './finding.ts'

const name = 'PUBLIC_URL'
const fix = 'Give the https address at which the payments service and payers reach this server.'

/** Can callbacks and returning payers arrive? */
export function checkCallbackAddress(env: Environment): Finding {
  const base = httpAddress(given(env, 'PAYMENTS_BASE_URL') ?? '')
  const serviceIsHere = base === null || isLoopback(base.hostname)
  const value = given(env, name)
  if (value === null) {
    const host = given(env, 'HOST') ?? '127.0.0.1'
    if (!isLoopback(host)) return failed(name, 'not set, and HOST is not this machine alone', fix)
    return serviceIsHere
      ? ok(name, 'not set: the address it listens on')
      : failed(name, 'not set, so callbacks would go to this machine alone', fix)
  }
  const url = httpAddress(value)
  if (!url) return failed(name, 'is not an http or https address', fix)
  if (!isSafe(url)) return failed(name, 'is http: callbacks need https', fix)
  if (isLoopback(url.hostname) && !serviceIsHere) {
    return failed(name, 'is an address of this machine, which the service cannot reach', fix)
  }
  return ok(name, url.origin)
}
