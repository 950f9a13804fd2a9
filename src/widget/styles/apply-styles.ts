import { layout } from './layout.ts'
import { parts } from './parts.ts'
import { tokens } from './tokens.ts'

/** The style sheet of every widget, here and in HTML that a server renders. */
export const widgetStyles = tokens + layout + parts

/** Adds styles as a constructed style sheet, which no content security policy forbids. */
export function applyStyles(root: Node, cssText: string): void {
  if (!(root instanceof ShadowRoot)) return
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(cssText)
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
}
