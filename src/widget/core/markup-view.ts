import type { CheckoutView } from '../../contract/view.ts'

/** Options that only markup sets. */
export interface MarkupOptions {
  /** JSON from the page's markup. Anyone who can inject HTML can write it, so the server has to confirm it. */
  markupView?: unknown
  /** The view of HTML that a server rendered: shown as it stands, and without effect until the server confirms it. */
  serverView?: unknown
}

/** The view as far as it may be shown before that: the methods to choose from, and nothing to pay with. */
export function choiceOnly(view: CheckoutView): CheckoutView | null {
  return view.status === 'choosing' && !view.savedCards?.length ? { ...view, action: null } : null
}
