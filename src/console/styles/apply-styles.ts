import { layout } from './layout.ts'
import { parts } from './parts.ts'
import { tables } from './tables.ts'
import { tokens } from './tokens.ts'

/** Adds the styles as a constructed sheet, which the content security policy allows. */
export function applyStyles(target: Document): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(tokens + layout + parts + tables)
  target.adoptedStyleSheets = [sheet]
}
