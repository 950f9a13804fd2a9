import type { CheckoutView } from '../../contract/view.ts'
import { currentView } from '../checkout/current-view.ts'
import type { Authorized } from '../checkout/proof.ts'
import type { Context } from '../context.ts'
import { etagOf } from './etag.ts'

export const viewResponse = (view: CheckoutView, etag: string, status: 200 | 201 | 202): Response =>
  new Response(JSON.stringify(view), { status, headers: { 'content-type': 'application/json', etag } })

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
