import type { CheckoutView } from '../../contract/view.ts'
import { readIdentifier } from './read-view.ts'

/** A checkout's id, and the client secret that opens it; null where the server gives no secret. */
export interface CheckoutAccess {
  id: string
  secret: string | null
}

/** Client secrets of views, kept outside them: a view may be logged, and reaches events and page scripts. */
const secrets = new WeakMap<object, string>()
/** The server's clock minus the device's: `now` of a view is only when it was received. */
const clockOffsets = new WeakMap<object, number>()

/** Stores what another session needs that continues with the view, as after a re-connection. */
export function keepForView(view: CheckoutView | null, secret: string | null, clockOffset: number): void {
  if (!view) return
  if (secret) secrets.set(view, secret)
  clockOffsets.set(view, clockOffset)
}

/** Undefined for a view that no session has received. */
export const clockOffsetOfView = (view: object): number | undefined => clockOffsets.get(view)

/** The client secret of a rendered page's view, or of a view from an earlier session. */
export const secretOfView = (view: object): string | null =>
  readIdentifier(Reflect.get(view, 'clientSecret')) ?? secrets.get(view) ?? null

/** Reads `co_…_secret_…`, or an id alone. */
export function parseCheckout(checkout: string): CheckoutAccess {
  const [id = '', secret] = checkout.split('_secret_', 2)
  return { id, secret: secret === undefined ? null : readIdentifier(checkout) }
}
