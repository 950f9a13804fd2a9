import type { CheckoutView } from '../../contract/view.ts'

export const viewResponse = (view: CheckoutView, etag: string, status: 200 | 201 | 202): Response =>
  new Response(JSON.stringify(view), { status, headers: { 'content-type': 'application/json', etag } })
