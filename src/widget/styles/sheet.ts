import { frame } from './frame.ts'
import { parts } from './parts.ts'
import { tokens } from './tokens.ts'

const text = tokens + frame + parts

/** One sheet for all panes of a document. */
const sheets = new WeakMap<Document, CSSStyleSheet>()

/**
 * Puts the styles on a shadow root: as a constructed sheet, which no content policy forbids, or where the browser
 * has none, as an element with the page's nonce.
 */
export function dress(root: ShadowRoot, nonce: string | undefined): void {
  const { ownerDocument } = root
  try {
    const sheet = sheets.get(ownerDocument) ?? new CSSStyleSheet()
    sheet.replaceSync(text)
    root.adoptedStyleSheets = [sheet]
    sheets.set(ownerDocument, sheet)
  } catch {
    const style = ownerDocument.createElement('style')
    style.nonce = nonce ?? ''
    style.textContent = text
    root.append(style)
  }
}
