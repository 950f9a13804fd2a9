import { isLoopback } from 'paypane/server/node'

/** Where the admin API is, and the token for it. */
export interface AdminApi {
  url: string
  token: string
  fetch: typeof fetch
}

/** The admin API at an address, with the operator's token of the environment; otherwise what is wrong with them. */
export function adminApi(
  url: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): AdminApi | string {
  if (!url || !URL.canParse(url))
    return 'Give the address of the server with its base path: --url https://shop.example/pay'
  const { protocol, hostname } = new URL(url)
  if (protocol !== 'https:' && !(protocol === 'http:' && isLoopback(hostname)))
    return 'The address must be https, except on this machine: the request contains the token.'
  const token = env['OPERATOR_TOKEN'] || env['ADMIN_TOKEN']
  if (!token) return 'Set OPERATOR_TOKEN or ADMIN_TOKEN in the environment.'
  return { url: url.replace(/\/+$/, ''), token, fetch }
}

/** Sends a request below `/admin`. Throws an error for people if the server does not answer 200. */
export async function requestAdmin(api: AdminApi, method: 'GET' | 'DELETE', path: string): Promise<Response> {
  const response = await api.fetch(`${api.url}/admin${path}`, {
    method,
    headers: { authorization: `Bearer ${api.token}` },
    // A redirect would send the token to another address.
    redirect: 'error',
  })
  if (response.ok) return response
  await response.body?.cancel()
  const hints: Partial<Record<number, string>> = {
    400: 'it does not accept one of the options',
    401: 'the token is not one of this server',
    403: 'the token has no scope for this: read to export, resolve to erase',
    404: 'no admin API at this address: check the base path, and that the server has ADMIN_TOKEN',
    429: 'too many wrong tokens: try again in a minute',
  }
  throw new Error(`The server answered ${response.status}: ${hints[response.status] ?? 'see its log'}.`)
}
