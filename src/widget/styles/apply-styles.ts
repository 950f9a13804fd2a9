import { layout } from './layout.ts'
import { parts } from './parts.ts'
import { tokens } from './tokens.ts'

const cssText = tokens + layout + parts

/** Puts the styles on a shadow root as a constructed sheet, which no content policy forbids. */
export function applyStyles(root: ShadowRoot): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(cssText)
  root.adoptedStyleSheets = [sheet]
}
