import { layout } from './layout.ts'
import { parts } from './parts.ts'
import { tables } from './tables.ts'
import { tokens } from './tokens.ts'

/** Puts the styles on the page as a constructed sheet, which needs no permission of the content policy. */
export function applyStyles(target: Document): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(tokens + layout + parts + tables)
  target.adoptedStyleSheets = [sheet]
}
