import { defaults, type Settings } from './settings.ts'

type Color = readonly [red: number, green: number, blue: number]

const surfaces = { light: '#ffffff', dark: '#15181e' } as const
const textColors = { light: '#ffffff', dark: '#10141c' } as const
const white: Color = [255, 255, 255]
const black: Color = [0, 0, 0]

const parseHex = (hex: string): Color => {
  const part = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16)
  return [part(1), part(3), part(5)]
}
const toHex = (color: Color): string =>
  `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

/** Relative luminance, as WCAG defines it. */
function luminance(color: Color): number {
  const [red, green, blue] = color.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)
}

export function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [one, other].map((hex) => luminance(parseHex(hex))).sort((a, b) => b - a)
  return (high + 0.05) / (low + 0.05)
}

/** The color itself, or its nearest shade with enough contrast on the surface. */
function readableShade(hex: string, surface: string): string {
  const towards = luminance(parseHex(surface)) > 0.5 ? black : white
  for (let share = 0; share <= 1; share += 0.04) {
    const shade = toHex(mix(parseHex(hex), towards, share))
    if (contrast(shade, surface) >= 4.6) return shade
  }
  return toHex(towards)
}

const mix = (color: Color, other: Color, share: number): Color => {
  const part = (at: 0 | 1 | 2) => color[at] + (other[at] - color[at]) * share
  return [part(0), part(1), part(2)]
}

/** The custom properties of a brand in one theme; the default color needs none. */
export function tokens({ accent, radius }: Settings, theme: 'light' | 'dark'): Record<string, string> {
  const corners = { '--paypane-radius': `${radius}px` }
  if (accent === defaults.accent) return corners
  const shade = readableShade(accent, surfaces[theme])
  const onAccent =
    contrast(shade, textColors.light) >= contrast(shade, textColors.dark) ? textColors.light : textColors.dark
  return {
    '--paypane-accent': shade,
    '--paypane-on-accent': onAccent,
    ...corners,
  }
}

const propertyNames = ['--paypane-accent', '--paypane-on-accent', '--paypane-radius']

/** Applies the brand's custom properties to an element, replacing the earlier ones. */
export function applyBrand(element: HTMLElement, properties: Record<string, string>): void {
  for (const name of propertyNames) element.style.setProperty(name, properties[name] ?? null)
}

/** The custom properties as CSS for a merchant's style sheet. */
export function tokensCss(settings: Settings): string {
  const block = (theme: 'light' | 'dark', indent: string) =>
    Object.entries(tokens(settings, theme))
      .map(([name, value]) => `${indent}  ${name}: ${value};`)
      .join('\n')
  const only = (theme: 'light' | 'dark') => `pay-pane {\n${block(theme, '')}\n}`
  if (settings.theme !== 'auto') return only(settings.theme)
  return `${only('light')}\n@media (prefers-color-scheme: dark) {\n  pay-pane {\n${block('dark', '  ')}\n  }\n}`
}
