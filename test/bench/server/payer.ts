/** Sends a POST request; throws unless it succeeds. */
export async function post(
  url: string,
  body: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })
  if (!response.ok) throw new Error(`${url} responded with ${response.status}`)
  return response
}

let orders = 0
const newOrder = (): string => {
  orders += 1
  return `o-${orders}`
}

/** A checkout that was created, with what reads it. */
export interface CreatedCheckout {
  id: string
  clientSecret: string
  etag: string
}

/** Creates a checkout with a transfer, of a new order if none is given. */
export async function createCheckout(url: string, order = newOrder()): Promise<CreatedCheckout> {
  const response = await post(`${url}/checkouts`, JSON.stringify({ order, method: 'transfer' }))
  const { id, clientSecret } = await response.json()
  return { id, clientSecret, etag: response.headers.get('etag') ?? '' }
}
