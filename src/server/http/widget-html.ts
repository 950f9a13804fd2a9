import type { Authorized } from '../checkout/proof.ts'
import type { Context } from '../context.ts'
import type { Pages } from '../pages.ts'
import { etagMatches } from './etag.ts'
import { viewToRender } from './view-response.ts'

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
