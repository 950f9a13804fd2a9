import { isLoopback } from 'paypane/server/node'

/** Where the admin API is, and the token for it. */
export interface AdminApi {
  url: string
  token: string
  fetch: typeof fetch
}

/** The admin API of the settings; otherwise what is wrong with them. */
export function adminApi(url: string | undefined, token: string | undefined): AdminApi | string {
  if (!url || !URL.canParse(url))
    return 'Give the address of the server with its base path: --url https://shop.example/pay'
  const { protocol, hostname } = new URL(url)
  if (protocol !== 'https:' && !(protocol === 'http:' && isLoopback(hostname)))
    return 'The address must be https, except on this machine: the request contains the token.'
  if (!token) return 'Set ADMIN_TOKEN in the environment.'
  return { url: url.replace(/\/+$/, ''), token, fetch }
}

/** Sends a request about a customer. Throws an error for people if the server does not answer 200. */
export async function requestCustomer(
  api: AdminApi,
  method: 'GET' | 'DELETE',
  customer: string,
): Promise<Response> {
  const response = await api.fetch(`${api.url}/admin/customers/${encodeURIComponent(customer)}`, {
    method,
    headers: { authorization: `Bearer ${api.token}` },
    // A redirect would send the token to another address.
    redirect: 'error',
  })
  if (response.ok) return response
  await response.body?.cancel()
  const hints: Partial<Record<number, string>> = {
    401: 'ADMIN_TOKEN is not the token of this server',
    403: 'the token has no scope for this: read to export, resolve to erase',
    404: 'no admin API at this address: check the base path, and that the server has ADMIN_TOKEN',
    429: 'too many wrong tokens: try again in a minute',
  }
  throw new Error(`The server answered ${response.status}: ${hints[response.status] ?? 'see its log'}.`)
}
