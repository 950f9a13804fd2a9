import type { CheckoutView } from '../../contract/view.ts'
import { currentView } from '../checkout/current-view.ts'
import type { Authorized } from '../checkout/proof.ts'
import type { Context } from '../context.ts'
import type { Pages } from '../pages.ts'
import { etagMatches, etagOf } from './etag.ts'

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

/** Whether a request accepts a rendered widget instead of JSON. */
export const acceptsHtml = (request: Request): boolean =>
  /^text\/html\b/i.test(request.headers.get('accept') ?? '')

/** `GET /checkouts/{id}` as HTML: for a merchant's server in any language to put into its page. */
export async function widgetHtml(
  context: Context,
  pages: Pages,
  authorized: Authorized,
  request: Request,
  clientSecret: string | null,
): Promise<Response> {
  const language = pages.language(request)
  const view = await viewToRender(context, authorized, [language], clientSecret)
  const etag = view.version.replace(/"$/, `-html-${encodeURIComponent(language)}"`)
  const headers = { etag, vary: 'accept, accept-language' }
  if (etagMatches(request.headers.get('if-none-match') ?? '', etag))
    return new Response(null, { status: 304, headers })
  return new Response(await pages.widget(request, view, context.site), {
    headers: { ...headers, 'content-type': 'text/html; charset=utf-8' },
  })
}
