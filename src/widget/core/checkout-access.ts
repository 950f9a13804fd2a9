import type { CheckoutView } from '../../contract/view.ts'
import { readIdentifier } from './read-view.ts'

/** A checkout's id, and the client secret that opens it; null where the server gives no secret. */
export interface CheckoutAccess {
  id: string
  secret: string | null
}

/** Client secrets of views, kept outside them: a view may be logged, and reaches events and page scripts. */
const secrets = new WeakMap<object, string>()

/** Stores the client secret of a view that continues in another session, as after a re-connection. */
export function keepSecret(view: CheckoutView | null, secret: string | null): void {
  if (view && secret) secrets.set(view, secret)
}

/** The client secret of a rendered page's view, or of a view from an earlier session. */
export const secretOfView = (view: object): string | null =>
  readIdentifier(Reflect.get(view, 'clientSecret')) ?? secrets.get(view) ?? null

/** Reads `co_…_secret_…`, or an id alone. */
export function parseCheckout(checkout: string): CheckoutAccess {
  const [id = '', secret] = checkout.split('_secret_', 2)
  return { id, secret: secret === undefined ? null : readIdentifier(checkout) }
}
