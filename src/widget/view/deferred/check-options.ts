import { localeFor } from '../../i18n/tags.ts'
import { canonicalTag } from '../../i18n/translator.ts'
import type { Model } from '../model.ts'
import { isPermittedUrl } from '../permitted-url.ts'
import { supportOf } from './contact.tsx'
import { warn } from './developer-note.tsx'

/** Warns the developer of the page of options whose values have no effect. */
export function checkOptions({ theme, present, method, locale, support }: Model['options']): void {
  const note = (text: string) => warn(`Paypane: ${text}: docs/errors.md#wrong_option`)
  const expectOneOf = (name: string, value: string | undefined, ...values: readonly string[]) => {
    if (value && !values.includes(value)) note(`${name} "${value}" is not ${values.join(', ')}`)
  }
  expectOneOf('theme', theme, 'auto', 'light', 'dark')
  expectOneOf('present', present, 'details', 'form')
  expectOneOf('method', method, 'transfer', 'form')
  if (locale && !/^en\b/i.test(locale) && !localeFor(canonicalTag(locale)))
    note(`no texts for the locale "${locale}"`)
  const { url } = supportOf(support)
  if (url && !isPermittedUrl(url, false)) note(`the URL of support is not HTTPS: ${url}`)
}
