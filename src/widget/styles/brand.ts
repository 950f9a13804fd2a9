/** The lightness of a color that is legible on a light and on a dark surface. */
const onLight = 'min(l, .51)'
const onDark = 'max(l, .74)'
const shade = (color: string, lightness: string) => `oklch(from ${color} ${lightness} c h)`
const supported = '@supports (color: oklch(from red l c h))'
/** 1 for a color on which white is more legible than black, by its luminance; else 0. */
const white = 'clamp(0, (.18 - .2126*r - .7152*g - .0722*b)*1e9, 1)'
const blackOrWhite = (color: string) => `color(from ${color} srgb-linear ${white} ${white} ${white})`

const darkTones = '--positive: var(--paypane-positive, #5fd39a); --caution: var(--paypane-caution, #f2b866)'

/** The colors of success and warning, which only deferred screens have. */
export const toneStyles = `
.widget { --positive: var(--paypane-positive, #0b7a4b); --caution: var(--paypane-caution, #92560a) }
@media (prefers-color-scheme: dark) { .auto { ${darkTones} } }
.dark { ${darkTones} }
.success { --tone: var(--positive) }
.warning, .disconnected { --tone: var(--caution) }`

/**
 * Any accent is legible: the button that has its color gets black or white text, and text in its color gets a shade of it.
 * Browsers before 2024 need `--paypane-on-accent` and `--paypane-accent-text` for that.
 */
export const brandStyles = `
${supported} {
  .widget {
    --lightness: ${onLight};
    --on-accent: var(--paypane-on-accent, ${blackOrWhite('var(--accent)')});
    --accent-text: var(--paypane-accent-text, ${shade('var(--accent)', 'var(--lightness)')})
  }
  .dark { --lightness: ${onDark} }
  @media (prefers-color-scheme: dark) { .auto { --lightness: ${onDark} } }
}`

/** A button in a color on a page of its own. */
export const buttonStyles = (color: string): string => `
${supported} { form button { background: ${color}; color: ${blackOrWhite(color)} } }`

/** Links in a color on a page that has the browser's own colors, in a shade that is legible there. */
export const linkStyles = (color: string, theme: 'auto' | 'light' | 'dark'): string => `
${supported} {
  a { color: ${shade(color, theme === 'dark' ? onDark : onLight)} }
  ${theme === 'auto' ? `@media (prefers-color-scheme: dark) { a { color: ${shade(color, onDark)} } }` : ''}
}`
