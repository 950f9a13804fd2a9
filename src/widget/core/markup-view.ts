import type { CheckoutView } from '../../contract/view.ts'
import { isObject, readFieldErrors, readMethod } from './read-view.ts'
import type { SessionState } from './reducer.ts'

/** Options that only markup sets. */
export interface MarkupOptions {
  /** JSON from the page's markup. Anyone who can inject HTML can write it, so the server has to confirm it. */
  markupView?: unknown
  /** The view of HTML that a server rendered: shown as it stands, and without effect until the server confirms it. */
  serverView?: unknown
}

/** What the payer was doing when a server rendered the HTML. */
type Progress = Pick<SessionState, 'choosingAgain' | 'fillingIn' | 'fieldErrors'>

/** Reads it from the data of the HTML, which has no value that the payer typed. */
export function readProgress(data: unknown): Progress {
  const { choosingAgain, fillingIn, fieldErrors } = isObject(data) ? data : {}
  const method = readMethod(fillingIn)
  return {
    choosingAgain: choosingAgain === true,
    fillingIn: method && { method },
    fieldErrors: readFieldErrors(fieldErrors),
  }
}

/** The view as far as it may be shown before that: the methods to choose from, and nothing to pay with. */
export function choiceOnly(view: CheckoutView): CheckoutView | null {
  return view.status === 'choosing' && !view.savedCards?.length
    ? { ...view, action: null, merchant: undefined, next: undefined }
    : null
}
