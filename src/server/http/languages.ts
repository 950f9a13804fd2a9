import { parseAccept } from 'hono/utils/accept'

/** The language tags of a request's `Accept-Language`, the preferred first. */
export const languagesOf = (request: Request): readonly string[] =>
  parseAccept(request.headers.get('accept-language') ?? '')
    .filter(({ q }) => q > 0)
    .map(({ type }) => type)
