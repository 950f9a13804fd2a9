import { localeFor } from '../../widget/i18n/tags.ts'

/** The preferred language of `Accept-Language` that the widget has; English otherwise. */
export function languageOf(request: Request): string {
  const accepted = (request.headers.get('accept-language') ?? '')
    .split(',')
    .map((entry) => {
      const [tag = '', ...parameters] = entry.trim().split(/\s*;\s*/)
      const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1'
      return { tag, quality: Number(quality) || 0 }
    })
    .filter(({ tag, quality }) => quality > 0 && /^[a-z]{2,3}(-[a-z\d]{1,8})*$/i.test(tag))
    .sort((a, b) => b.quality - a.quality)
  return accepted.find(({ tag }) => /^en\b/i.test(tag) || localeFor(tag) !== null)?.tag ?? 'en'
}
