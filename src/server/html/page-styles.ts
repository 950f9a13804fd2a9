import { linkStyles } from '../../widget/styles/brand.ts'

const line = 'light-dark(#e2e5eb, #2c323d)'
const surface = 'light-dark(#fff, #15181e)'
const caution = 'light-dark(#92560a, #f2b866)'

/** The shop's bar above, and sheets as wide as the widget. A receipt continues the widget's sheet, and is alone on paper. */
export const pageCss = (accent: string | undefined, theme: 'auto' | 'light' | 'dark' = 'auto'): string => `
:root { ${accent === undefined ? '' : `--paypane-accent: ${accent}; `}color-scheme: ${theme === 'auto' ? 'light dark' : theme} }
body { margin: 0; font: max(16px, 1rem)/1.4 system-ui, sans-serif; text-wrap: balance }
body:lang(ur) { line-height: 2 }${accent === undefined ? '' : `\n:root { background: color-mix(in srgb, ${accent} 6%, Canvas) }`}
header, h1, h1 a, footer { display: flex; flex-wrap: wrap; align-items: center; justify-content: center; gap: 8px 16px }
header { min-height: 40px; padding: 8px 16px; font-size: 1.125em; overflow-wrap: anywhere; background: ${surface}; border: solid ${line}; border-width: 0 0 1px }
h1 a { color: inherit; text-decoration: none }
header img { max-height: 40px }
main { max-width: 45em; margin: 0 auto; padding: 24px 16px }
footer { padding: 0 16px 24px }
h1 { margin: 0; font: inherit; font-weight: bold }
h2 { margin: 0; font-size: 1.25em }
a { color: LinkText }${accent === undefined ? '' : linkStyles(accent, theme)}
.sheet { box-sizing: border-box; max-width: 35em; margin: 0 auto; padding: clamp(16px, 4vw, 24px); overflow-wrap: anywhere; color: light-dark(#161a22, #edf0f5); background: ${surface}; border: 1px solid ${line}; border-radius: 12px }
.sheet > :first-child { margin-top: 0 }
.sheet p:last-child { margin-bottom: 0 }
.total { margin: 8px 0 0; font-size: 1.25em }
.receipt dl { margin: 16px 0 }
.receipt dl div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 4px 24px; padding: 8px 0; border-top: 1px solid ${line} }
.receipt dt { color: light-dark(#586072, #a3acba) }
.receipt dd { margin: 0; font-weight: 600 }
.problem h2 { display: flex; gap: 8px; padding-bottom: 16px; border-bottom: 2px dashed ${caution} }
.problem svg { flex: none; width: 1.4em; fill: none; stroke: ${caution}; stroke-width: 2; stroke-linecap: round }
.button { display: block; box-sizing: border-box; width: 100%; min-height: 48px; padding: 11px 16px; font: inherit; font-weight: 600; text-align: center; text-decoration: none; background: none; border: 1px solid; border-radius: 8px; cursor: pointer }
button.button { color: inherit }
.notice { margin: 0 0 16px; text-align: center }
div ~ * > .notice { margin: 16px 0 0 }
figure { margin: 24px 0; text-align: center }
img.qr { width: min(100%, 248px); box-sizing: border-box; margin-top: 8px; padding: 16px; background: #fff; border-radius: 12px }
@media screen {
  .receipt .paper { display: none }
  main > div:has(+ .receipt) { --paypane-shadow: none }
  .receipt.sheet { position: relative; margin-top: -13px; border-top: 0; border-radius: 0 0 12px 12px }
  .receipt h2 { padding-top: 16px; font-size: 1em; border-top: 2px dashed ${line} }
  .receipt dl { margin-top: 4px }
  .receipt dl div { display: block; padding: 4px 0 }
  .receipt dt { font-size: .875em }
}
@media print {
  :root { color-scheme: light; background: none }
  footer, .button, .notice a, main > div:has(+ .receipt) { display: none }
  header, main { max-width: none; padding: 0; border: 0 }
  header { justify-content: start; margin-bottom: 16px; background: none }
  .sheet { max-width: none; padding: 0; border: 0 }
}
`
