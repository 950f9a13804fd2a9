/** More, or longer ones, are ignored: each costs time, and no browser sends them. */
const maxTags = 20
const maxTagLength = 35

/** The language tags of a request's `Accept-Language`, the preferred first. */
export function acceptedLanguages(request: Request): readonly string[] {
  const header = request.headers.get('accept-language') ?? ''
  return header
    .split(',', maxTags)
    .map((entry) => {
      const [tag = '', ...parameters] = entry.split(';', 4).map((part) => part.trim())
      const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1'
      return { tag, quality: Number(quality) || 0 }
    })
    .filter(({ tag, quality }) => quality > 0 && tag.length <= maxTagLength && languageTag.test(tag))
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag)
}

const languageTag = /^[a-z]{2,3}(-[a-z\d]{1,8})*$/i
