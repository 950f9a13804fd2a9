import { isLoopback, type ValidSettings } from 'paypane/server/node'
import { type Finding, failed, ok } from './finding.ts'

const name = 'PUBLIC_URL'
const fix = 'Give the https URL at which payers and the service reach this server.'

/** Checks that callbacks and returning payers can reach this server. */
export function checkPublicUrl({ PAYMENTS_BASE_URL, PUBLIC_URL }: ValidSettings): Finding {
  const isServiceLocal = PAYMENTS_BASE_URL === undefined || isLoopback(new URL(PAYMENTS_BASE_URL).hostname)
  if (PUBLIC_URL === undefined) {
    return isServiceLocal
      ? ok(name, 'not set: the address it listens on')
      : failed(name, 'is not set, and the service cannot reach a loopback address', fix)
  }
  const { hostname, origin } = new URL(PUBLIC_URL)
  return isLoopback(hostname) && !isServiceLocal
    ? failed(name, 'is a loopback address, which the service cannot reach', fix)
    : ok(name, origin)
}
