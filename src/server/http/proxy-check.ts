import type { Log } from '../lib/log.ts'
import { isLoopback, isLoopbackUrl } from '../lib/loopback.ts'

/** Headers that a proxy in front sets. */
const forwardingHeaders = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]

/**
 * Warns once if others than this machine seem to reach a server whose `publicUrl` is a loopback address: what is unsafe
 * there was not refused at its start.
 */
export function createProxyCheck(publicUrl: string | undefined, log: Log): (request: Request) => void {
  let isDone = !isLoopbackUrl(publicUrl)
  return ({ headers, url }) => {
    if (isDone) return
    const header = forwardingHeaders.find((name) => headers.has(name))
    if (header === undefined && isLoopback(new URL(url).hostname)) return
    isDone = true
    log({
      level: 'warn',
      message: `a request came ${header === undefined ? 'for another host' : `with the header ${header}`}, but publicUrl is a loopback address: if others than this machine reach this server, set publicUrl to its https address, so that unsafe options are refused`,
    })
  }
}
