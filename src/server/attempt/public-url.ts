import type { Context } from '../context.ts'

/** The address of a path of this server, under which payers and the service reach it. */
export function publicUrlOf({ publicUrl }: Context, path: string): URL {
  if (publicUrl === null)
    throw new TypeError('publicUrl is not set: say where payers and the service reach this server.')
  return new URL(publicUrl.replace(/\/+$/, '') + path)
}

/** The origin that a request came to, where that is this machine; null elsewhere: a Host header proves nothing. */
export function loopbackOrigin(request: Request): string | null {
  const { origin, hostname } = new URL(request.url)
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname) ? origin : null
}
