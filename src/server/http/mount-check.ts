import type { Log } from '../lib/log.ts'

/**
 * Warns once if the server seems to be mounted at another path than `basePath`: the service would send its callbacks to
 * an address that does not reach it.
 */
export interface MountCheck {
  /** `mountPath`: the part of the path that a router in front has removed. */
  received(mountPath: string): void
  /** No route has this path. */
  notFound(path: string): void
}

/** A route below another path. Letters only: the path is written to the log. */
const misplacedRoute = /^((?:\/[\w-]{1,32}){1,4})\/(?:checkouts|callbacks|paypane\.js)(?:\/|$)/

export function createMountCheck(
  { basePath, publicPath }: { basePath: string; publicPath: string },
  log: Log,
): MountCheck {
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
  return {
    received(mountPath) {
      // A proxy in front may have removed another part.
      if (!publicPath.endsWith(mountPath)) warn(mountPath)
    },
    notFound(path) {
      const [, prefix] = misplacedRoute.exec(path) ?? []
      if (prefix !== undefined) warn(prefix)
    },
  }
}
