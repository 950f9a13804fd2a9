import type { Authorized } from '../checkout/authorize.ts'
import { currentView } from '../checkout/current-view.ts'
import type { Context } from '../context.ts'
import type { Pages } from '../pages.ts'
import { etagMatches, etagOf } from './etag.ts'

/** Whether a request accepts a rendered widget instead of JSON. */
export const acceptsHtml = (request: Request): boolean =>
  /^text\/html\b/i.test(request.headers.get('accept') ?? '')

/** `GET /checkouts/{id}` as HTML: for a merchant's server in any language to put into its page. */
export async function widgetHtml(
  context: Context,
  pages: Pages,
  { checkout, proof }: Authorized,
  request: Request,
  clientSecret: string | null,
): Promise<Response> {
  const language = pages.language(request)
  const view = await currentView(context, checkout, proof, [language])
  const version = etagOf(view, proof)
  const etag = version.replace(/"$/, `-html-${encodeURIComponent(language)}"`)
  const headers = { etag, vary: 'accept, accept-language' }
  if (etagMatches(request.headers.get('if-none-match') ?? '', etag))
    return new Response(null, { status: 304, headers })
  const shown = { ...view, version, ...(clientSecret !== null && { clientSecret }) }
  return new Response(await pages.widget(request, shown, context.site), {
    headers: { ...headers, 'content-type': 'text/html; charset=utf-8' },
  })
}
