import { frame } from './frame.ts'
import { parts } from './parts.ts'
import { tokens } from './tokens.ts'

const text = tokens + frame + parts

/** One sheet for all panes of a document. */
const sheets = new WeakMap<Document, CSSStyleSheet>()

/** Puts the styles on a shadow root as a constructed sheet, which no content policy forbids. */
export function dress(root: ShadowRoot): void {
  const { ownerDocument } = root
  let sheet = sheets.get(ownerDocument)
  if (!sheet) {
    sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    sheets.set(ownerDocument, sheet)
  }
  root.adoptedStyleSheets = [sheet]
}
