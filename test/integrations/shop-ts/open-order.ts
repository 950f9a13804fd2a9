import { paypane } from './paypane'

/** Opens the checkout of an order for the payer with these cookies: called in process, as the widget's request is. */
export const openOrder = (order: string, cookie: string): Promise<Response> =>
  paypane().fetch(
    new Request('http://localhost/pay/checkouts', {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ order }),
    }),
  )
