import { frame } from './frame.ts'
import { parts } from './parts.ts'
import { records } from './records.ts'
import { tokens } from './tokens.ts'

/** Puts the styles on the page as a constructed sheet, which needs no permission of the content policy. */
export function dress(page: Document): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(tokens + frame + parts + records)
  page.adoptedStyleSheets = [sheet]
}
