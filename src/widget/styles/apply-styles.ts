import { layout } from './layout.ts'
import { parts } from './parts.ts'
import { tokens } from './tokens.ts'

/** The style sheet of the widget, here and in HTML that a server renders. */
export const cssText = tokens + layout + parts

/** Applies the styles as a constructed style sheet, which no content security policy forbids. */
export function applyStyles(root: ShadowRoot): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(cssText)
  root.adoptedStyleSheets = [sheet]
}
