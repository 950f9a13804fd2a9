import { type Environment, type Finding, failed, ok, readSetting } from './finding.ts'
import { isLoopback, isSecure, parseHttpUrl } from './url.ts'

const name = 'PUBLIC_URL'
const fix = 'Give the https address at which the payments service and payers reach this server.'

/** Can callbacks and returning payers arrive? */
export function checkPublicUrl(env: Environment): Finding {
  const base = parseHttpUrl(readSetting(env, 'PAYMENTS_BASE_URL') ?? '')
  const serviceIsLocal = base === null || isLoopback(base.hostname)
  const value = readSetting(env, name)
  if (value === null) {
    const host = readSetting(env, 'HOST') ?? '127.0.0.1'
    if (!isLoopback(host)) return failed(name, 'not set, and HOST is not this machine alone', fix)
    return serviceIsLocal
      ? ok(name, 'not set: the address it listens on')
      : failed(name, 'not set, so callbacks would go to this machine alone', fix)
  }
  const url = parseHttpUrl(value)
  if (!url) return failed(name, 'is not an http or https address', fix)
  if (!isSecure(url)) return failed(name, 'is http: callbacks need https', fix)
  if (isLoopback(url.hostname) && !serviceIsLocal) {
    return failed(name, 'is an address of this machine, which the service cannot reach', fix)
  }
  return ok(name, url.origin)
}
