/** A POST that must be taken; its JSON answer. */
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
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return response
}

let orders = 0

/** Pays a new order by a transfer. */
export async function createCheckout(url: string): Promise<{ id: string; etag: string }> {
  orders += 1
  const response = await post(
    `${url}/checkouts`,
    JSON.stringify({ order: `o-${orders}`, method: 'transfer' }),
  )
  const { id } = await response.json()
  return { id, etag: response.headers.get('etag') ?? '' }
}
