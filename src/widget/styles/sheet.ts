import { frame } from './frame.ts'
import { parts } from './parts.ts'
import { tokens } from './tokens.ts'

const text = tokens + frame + parts

/** Puts the styles on a shadow root as a constructed sheet, which no content policy forbids. */
export function dress(root: ShadowRoot): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(text)
  root.adoptedStyleSheets = [sheet]
}
