import type { CheckoutView } from '../../contract/view.ts'
import type { Authorized } from '../checkout/authorize.ts'
import { currentView } from '../checkout/current-view.ts'
import type { Context } from '../context.ts'
import { etagOf } from './etag.ts'

/**
 * The view for a page of this payer, with the version that the widget starts from. Default: the page gets a client secret
 * of its own.
 */
export async function viewToRender(
  context: Context,
  { checkout, proof }: Authorized,
  languages: readonly string[],
  clientSecret: string | null = null,
): Promise<CheckoutView & { version: string }> {
  const view = await currentView(context, checkout, proof, languages)
  return {
    ...view,
    clientSecret: clientSecret ?? (await context.clientSecrets.issue(checkout.id, proof)),
    version: etagOf(view, proof),
  }
}
