import type { IncomingMessage } from 'node:http'

/**
 * Whether the path of a request reaches only what its text names. A URL parser resolves dot segments and a router decodes
 * letters, so a path with them could pass a proxy's rule for `/admin`. Respond 404 where it is false.
 *
 * @example
 * import { createServer } from 'node:http'
 *
 * createServer((request, response) => {
 *   response.statusCode = hasPlainPath(request) ? 200 : 404
 *   response.end()
 * })
 */
export function hasPlainPath({ url = '/' }: Pick<IncomingMessage, 'url'>): boolean {
  const [path = ''] = url.replace(/^https?:\/\/[^/?#\\]*/i, '').split(/[?#]/)
  return !/\/\/|\\|\/\.{1,2}(?:\/|$)/.test(path) && !encodedPlainCharacter.test(path)
}

/** A dot, a letter or a digit, which no client has to encode. */
const encodedPlainCharacter = /%(?:2e|3[0-9]|[46][1-9a-f]|[57][0-9a])/i
