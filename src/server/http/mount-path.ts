/**
 * Whether a router has removed the path of the return pages. They are beside the base path, so the server is mounted there,
 * too.
 */
export const isReturnMount = (mountPath: string): boolean => mountPath.endsWith('/return')

/**
 * The path of a request among the routes. The base path is optional, since a router or proxy may have removed it, and so is a
 * slash at the end: people configure the addresses of callbacks by hand.
 */
export function routePath(basePath: string, path: string, mountPath: string): string {
  const whole = isReturnMount(mountPath) ? `/return${path}` : path
  const route = whole === basePath || whole.startsWith(`${basePath}/`) ? whole.slice(basePath.length) : whole
  return route.replace(/\/$/, '') || '/'
}
