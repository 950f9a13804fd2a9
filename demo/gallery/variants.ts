import { directionOf } from '../app/language.ts'

export const themes = ['light', 'dark'] as const
export const directions = ['ltr', 'rtl'] as const
export const widths = [280, 320, 390, 768, 1280] as const

/** What the gallery shows: one state or all, each in every selected variant. */
export interface Selection {
  /** The only state to show; null for all. */
  state: string | null
  themes: readonly (typeof themes)[number][]
  directions: readonly (typeof directions)[number][]
  widths: readonly (typeof widths)[number][]
  locale: string
}

export interface Variant {
  theme: (typeof themes)[number]
  width: (typeof widths)[number]
  locale: string
}

export const variantsOf = ({ themes, directions, widths, locale }: Selection): Variant[] =>
  themes.flatMap((theme) =>
    directions.flatMap((direction) =>
      widths.map((width) => ({ theme, width, locale: localeFor(direction, locale) })),
    ),
  )

/** The selected language, or for the other direction Arabic or English. */
function localeFor(direction: (typeof directions)[number], locale: string): string {
  if (directionOf(locale) === direction) return locale
  return direction === 'rtl' ? 'ar' : 'en'
}

/** Parses the selection from a URL: `?state=transfer&theme=light,dark&dir=rtl&width=320,768&locale=uk`. */
export function parseSelection(search: string, locales: readonly string[]): Selection {
  const params = new URLSearchParams(search)
  const readList = <Value extends string | number>(
    name: string,
    allowed: readonly Value[],
    fallback: Value,
  ) => {
    const requested = params.get(name)?.split(',') ?? []
    const selected = allowed.filter((value) => requested.includes(String(value)))
    return selected.length > 0 ? selected : [fallback]
  }
  const locale = locales.find((tag) => tag === params.get('locale')) ?? 'en'
  return {
    state: params.get('state'),
    themes: readList('theme', themes, 'light'),
    directions: readList('dir', directions, directionOf(locale)),
    widths: readList('width', widths, 390),
    locale,
  }
}

/** The URL search string of a selection, without defaults. */
export function searchOf({ state, themes, directions, widths, locale }: Selection): string {
  const params = new URLSearchParams()
  if (state !== null) params.set('state', state)
  if (themes.join() !== 'light') params.set('theme', themes.join())
  if (directions.join() !== directionOf(locale)) params.set('dir', directions.join())
  if (widths.join() !== '390') params.set('width', widths.join())
  if (locale !== 'en') params.set('locale', locale)
  return `?${params.toString().replaceAll('%2C', ',')}`
}
