import { orderToken, paypane } from './paypane'

/** Opens the checkout of an order, as the widget's request does, but in process. Only for a visitor who may pay the order. */
export async function openOrder(order: string, cookie: string): Promise<Response> {
  const request = new Request('http://localhost/pay/checkouts', {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ order: await orderToken(order) }),
  })
  return await paypane().fetch(request)
}
