import type { Log } from '../lib/log.ts'
import { isLoopback, isLoopbackUrl } from '../lib/loopback.ts'
import { isReturnMount } from './mount-path.ts'

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

/** Letters only: the path is written to the log. */
const plainPath = /^(?:\/[\w-]{1,32}){1,4}$/
/** A route of payers or the service below another path; operators have their own `/admin/checkouts`. */
const misplacedRoute = /^(?!\/admin\/)((?:\/[\w-]{1,32}){1,4})\/(?:checkouts|callbacks|paypane\.js)(?:\/|$)/

/**
 * Warns once if the server seems to be mounted at another path than `basePath`: the service would send its callbacks to
 * an address that does not reach it.
 */
export function createMountCheck(
  { basePath, publicPath }: { basePath: string; publicPath: string },
  log: Log,
) {
  let warned = false
  const warn = (path: string): void => {
    if (warned) return
    warned = true
    const current = basePath === '' ? 'basePath is not set' : `basePath is ${basePath}`
    log({
      level: 'warn',
      message: `requests arrive below ${path}, but ${current}: callbacks of the service will not arrive. Set basePath to the public path of this server, such as ${path}`,
    })
  }
  /** `mountPath`: the part of the path that a router in front has removed; a proxy may have removed another part. */
  const received = (mountPath: string): void => {
    if (!publicPath.endsWith(mountPath) && !isReturnMount(mountPath)) warn(mountPath)
  }
  return {
    received,
    /** The header `X-Forwarded-Prefix`: the part that a proxy in front has removed. */
    forwarded(prefix: string | null): void {
      if (prefix !== null && plainPath.test(prefix)) received(prefix)
    },
    /** No route has this path. */
    notFound(path: string): void {
      const [, prefix] = misplacedRoute.exec(path) ?? []
      if (prefix !== undefined) warn(prefix)
    },
  }
}
export type MountCheck = ReturnType<typeof createMountCheck>
