import type { CheckoutView } from '../../contract/view.ts'
import type { Authorized } from '../checkout/authorize.ts'
import { currentView } from '../checkout/current-view.ts'
import type { Context } from '../context.ts'
import { etagOf } from './etag.ts'

/** The view for a page of this payer: with a client secret of its own and the version that the widget starts from. */
export async function viewToRender(
  context: Context,
  { checkout, proof }: Authorized,
  languages: readonly string[],
): Promise<CheckoutView> {
  const view = await currentView(context, checkout, proof, languages)
  const clientSecret = await context.clientSecrets.issue(checkout.id, proof)
  return { ...view, clientSecret, version: etagOf(view, proof) }
}
