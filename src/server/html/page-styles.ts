import { linkStyles } from '../../widget/styles/brand.ts'
import type { HostedPagesOptions } from './hosted-pages.ts'

const line = 'light-dark(#e2e5eb, #2c323d)'
const surface = 'light-dark(#fff, #15181e)'

/** The sheet around the widget. Its receipt is as wide as the widget, and alone on paper. */
export const pageCss = ({ accent, theme = 'auto' }: HostedPagesOptions): string => `
:root { ${accent === undefined ? '' : `--paypane-accent: ${accent}; `}color-scheme: ${theme === 'auto' ? 'light dark' : theme} }
body { max-width: 720px; margin: 0 auto; padding: 16px; font: 16px/1.4 system-ui, sans-serif }${accent === undefined ? '' : `\n:root { background: color-mix(in srgb, ${accent} 6%, Canvas) }`}
header, footer { display: flex; flex-wrap: wrap; align-items: center; justify-content: center; gap: 8px 16px }
header { min-height: 40px; margin-bottom: 16px }
header a { display: flex; align-items: center; gap: 12px; color: inherit; text-decoration: none }
header img { max-height: 40px }
footer { margin-top: 24px }
h1, h2 { margin: 0; font-size: 1.25em }
a { color: LinkText }${accent === undefined ? '' : linkStyles(accent, theme)}
.sheet { box-sizing: border-box; max-width: 560px; margin: 16px auto; padding: 24px; overflow-wrap: anywhere; color: light-dark(#161a22, #edf0f5); background: ${surface}; border: 1px solid ${line}; border-radius: 12px }
.sheet p:last-child { margin-bottom: 0 }
.total { margin: 8px 0 0; font-size: 1.25em }
.receipt dl { margin: 16px 0 }
.receipt dl div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 4px 24px; padding: 8px 0; border-top: 1px solid ${line} }
.receipt dt { color: light-dark(#586072, #a3acba) }
.receipt dd { margin: 0; font-weight: 600 }
button.print { min-height: 48px; padding: 0 20px; font: inherit; font-weight: 600; color: inherit; background: none; border: 1px solid; border-radius: 8px; cursor: pointer }
.notice { text-align: center }
figure { margin: 24px 0; text-align: center }
img.qr { width: min(100%, 248px); box-sizing: border-box; margin-top: 8px; padding: 16px; background: #fff }
@media screen { .receipt .paper { display: none } }
@media print {
  :root { color-scheme: light; background: none }
  body { padding: 0 }
  footer, button.print, main > div:has(+ .receipt) { display: none }
  header { justify-content: start }
  .sheet { max-width: none; padding: 0; border: 0 }
}
`
