import type { RequestListener } from 'node:http'
import { json } from 'node:stream/consumers'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==',
  'base64',
)

/** The requests of Adyen Web: payment status and images. Responds immediately. */
export function createAdyenService(): { listener: RequestListener; markPaid(id: string): void } {
  const paidIds = new Set<unknown>()
  return {
    async listener(request, response) {
      response.setHeader('cache-control', 'no-store')
      if (request.method !== 'POST') return response.writeHead(200, { 'content-type': 'image/png' }).end(png)
      const body: { paymentData?: unknown } = Object(await json(request))
      const answer = paidIds.has(body.paymentData)
        ? { type: 'complete', resultCode: 'authorised', payload: 'p' }
        : { type: 'pending', resultCode: 'pending', payload: '' }
      return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    },
    markPaid: (id) => void paidIds.add(id),
  }
}
