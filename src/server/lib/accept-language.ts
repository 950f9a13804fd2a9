import { parseAccept } from 'hono/utils/accept'

/** What is longer is ignored: it costs time, and no browser sends it. */
const maxLength = 1000
const maxTags = 20

/** The language tags of a request's `Accept-Language`, the preferred first. */
export function acceptedLanguages(request: Request): readonly string[] {
  const header = request.headers.get('accept-language') ?? ''
  return parseAccept(header.slice(0, maxLength))
    .filter(({ type, q }) => q > 0 && languageTag.test(type))
    .slice(0, maxTags)
    .map(({ type }) => type)
}

const languageTag = /^[a-z]{2,3}(-[a-z\d]{1,8}){0,4}$/i
