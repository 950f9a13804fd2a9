/** Builds the URL of a path under which payers and the service reach this server. Never derived from a request. */
export type PublicUrl = (path: string) => URL

/** Without a configured URL, the result throws a `TypeError`. */
export const createPublicUrl =
  (configured: string | undefined): PublicUrl =>
  (path) => {
    if (configured === undefined)
      throw new TypeError(
        'publicUrl is not set: pass createPaypane the URL at which payers and the service reach this server.',
      )
    return new URL(configured.replace(/\/+$/, '') + path)
  }
