import { layout } from './layout.ts'
import { parts } from './parts.ts'
import { tokens } from './tokens.ts'

/** The style sheet of every widget, in the browser and in server-rendered HTML. */
export const widgetStyles = tokens + layout + parts

/** Adds styles as a constructed style sheet, which every content security policy permits. */
export function applyStyles(root: ShadowRoot, cssText: string): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(cssText)
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
}
