import { directionOf } from '../app/shop-words.ts'

export const themes = ['light', 'dark'] as const
export const directions = ['ltr', 'rtl'] as const
export const widths = [280, 320, 390, 768, 1280] as const

/** What the gallery shows: one state or all of them, each in every look that is chosen. */
export interface Choice {
  /** The one state that is shown; null for all. */
  state: string | null
  themes: readonly (typeof themes)[number][]
  directions: readonly (typeof directions)[number][]
  widths: readonly (typeof widths)[number][]
  locale: string
}

/** One way that a pane can look. */
export interface Look {
  theme: (typeof themes)[number]
  width: (typeof widths)[number]
  locale: string
}

/** Every combination of what is chosen. */
export const looksOf = ({ themes, directions, widths, locale }: Choice): Look[] =>
  themes.flatMap((theme) =>
    directions.flatMap((direction) =>
      widths.map((width) => ({ theme, width, locale: writtenIn(direction, locale) })),
    ),
  )

/** The language itself, or for the other direction the one that is read the most. */
function writtenIn(direction: (typeof directions)[number], locale: string): string {
  if (directionOf(locale) === direction) return locale
  return direction === 'rtl' ? 'ar' : 'en'
}

/** The choice in an address: `?state=transfer&theme=light,dark&dir=rtl&width=320,768&locale=uk`. */
export function readChoice(search: string, locales: readonly string[]): Choice {
  const given = new URLSearchParams(search)
  const among = <Value extends string | number>(name: string, known: readonly Value[], usual: Value) => {
    const wanted = given.get(name)?.split(',') ?? []
    const chosen = known.filter((value) => wanted.includes(String(value)))
    return chosen.length > 0 ? chosen : [usual]
  }
  const locale = locales.find((tag) => tag === given.get('locale')) ?? 'en'
  return {
    state: given.get('state'),
    themes: among('theme', themes, 'light'),
    directions: among('dir', directions, directionOf(locale)),
    widths: among('width', widths, 390),
    locale,
  }
}

/** The address of a choice; what is as usual is left out. */
export function addressOf({ state, themes, directions, widths, locale }: Choice): string {
  const said = new URLSearchParams()
  if (state !== null) said.set('state', state)
  if (themes.join() !== 'light') said.set('theme', themes.join())
  if (directions.join() !== directionOf(locale)) said.set('dir', directions.join())
  if (widths.join() !== '390') said.set('width', widths.join())
  if (locale !== 'en') said.set('locale', locale)
  return `?${said.toString().replaceAll('%2C', ',')}`
}
