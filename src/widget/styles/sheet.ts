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
  const view = ownerDocument.defaultView
  if (view && 'adoptedStyleSheets' in root && 'replaceSync' in view.CSSStyleSheet.prototype) {
    const sheet = sheets.get(ownerDocument) ?? new view.CSSStyleSheet()
    if (!sheets.has(ownerDocument)) {
      sheet.replaceSync(text)
      sheets.set(ownerDocument, sheet)
    }
    root.adoptedStyleSheets = [sheet]
    return
  }
  const style = ownerDocument.createElement('style')
  if (nonce) style.nonce = nonce
  style.textContent = text
  root.prepend(style)
}
