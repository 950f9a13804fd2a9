/** Builds the URL of a path under which payers and the service reach this server. */
export type PublicUrl = (path: string, loopbackOrigin: string | null) => URL

/** Without a configured URL, `loopbackOrigin` serves; without both, the result throws a `TypeError`. */
export const createPublicUrl =
  (configured: string | undefined): PublicUrl =>
  (path, loopbackOrigin) => {
    const publicUrl = configured ?? loopbackOrigin
    if (publicUrl === null)
      throw new TypeError(
        'publicUrl is not set: give the URL at which payers and the service reach this server.',
      )
    return new URL(publicUrl.replace(/\/+$/, '') + path)
  }

/** The origin of a request to a loopback address; otherwise null, since a Host header proves nothing. */
export function loopbackOriginOf(request: Request): string | null {
  const { origin, hostname } = new URL(request.url)
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname) ? origin : null
}
