import { readFileSync } from 'node:fs'
import { isLoopback } from 'paypane/server/node'
import { z } from 'zod'
import { rethrow } from './output.ts'

type Environment = Readonly<Record<string, string | undefined>>

export interface AdminApi {
  url: string
  token: string
  fetch: typeof fetch
}

/** The admin API at an address, with the operator's token from the environment. Throws an error for people. */
export function adminApi(address: string | undefined, env: Environment): AdminApi {
  const url = address ?? env['PAYPANE_URL']
  if (!url || !/^https?:\/\/[^?#]+$/i.test(url) || !URL.canParse(url))
    throw new Error('Give the address of the server with its base path: --url https://shop.example/pay')
  const { protocol, hostname } = new URL(url)
  if (protocol !== 'https:' && !(protocol === 'http:' && isLoopback(hostname)))
    throw new Error(
      'The address must be https, except on this machine, because the request contains the token.',
    )
  const token = tokenOf(env, 'OPERATOR_TOKEN') || tokenOf(env, 'ADMIN_TOKEN')
  if (!token)
    throw new Error(
      'Set OPERATOR_TOKEN or ADMIN_TOKEN in the environment, or the same with _FILE to a file that has it.',
    )
  // The message of fetch would contain the token.
  if (!/^[ -~]+$/.test(token.trim()))
    throw new Error(
      'OPERATOR_TOKEN or ADMIN_TOKEN has a character that cannot be part of a token. Copy it again.',
    )
  return { url: url.replace(/\/+$/, ''), token, fetch }
}

/** The value of a variable, else of the file that it names with `_FILE`, as for the server. */
function tokenOf(env: Environment, name: string): string | undefined {
  const file = env[`${name}_FILE`]
  if (env[name] || !file) return env[name]
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    return rethrow(`The file of ${name}_FILE cannot be read: `)(error)
  }
}

/** Sends a request below `/admin`. Without a 2xx response it throws; the message has the cause and the next step. */
export async function requestAdmin(
  api: AdminApi,
  method: 'GET' | 'DELETE' | 'POST',
  path: string,
  body?: unknown,
): Promise<Response> {
  const response = await api
    .fetch(`${api.url}/admin${path}`, {
      method,
      headers: {
        authorization: `Bearer ${api.token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      // A redirect would send the token to another address.
      redirect: 'error',
    })
    .catch((error: unknown) => {
      throw new Error(`No response from ${api.url}: ${causeOf(error)}.`, { cause: error })
    })
  // An app may answer any path with its own page.
  const isPage = response.ok && response.headers.get('content-type')?.startsWith('text/html')
  if (response.ok && !isPage) return response
  const { code, detail } = await problemOf(response)
  const hints: Partial<Record<number, string>> = {
    400: detail ?? 'one of the options is invalid',
    401: 'the token is wrong',
    403: 'the token lacks the scope: read to export, resolve to erase and to review',
    404: unknown[code ?? ''] ?? noApi,
    429: 'too many wrong tokens: try again in a minute',
  }
  const status = isPage ? 404 : response.status
  const hint = hints[status] ?? 'see its log'
  const message = `The server responded ${response.status}: ${hint}.`
  const isOfAll = [401, 403, 429].includes(status) || hint === noApi
  throw new Error(message, isOfAll ? {} : { cause: response })
}

/** Whether the server refused one request. Unlike with a wrong token or address, others may succeed. */
export const isRefusal = (error: unknown): error is Error =>
  error instanceof Error && error.cause instanceof Response

const noApi =
  'no admin API at this address: check the base path, and that the server has OPERATORS or ADMIN_TOKEN'

/** What was not found, by the code of the problem. */
const unknown: Readonly<Record<string, string>> = {
  checkout_unknown: 'no checkout has this id. Give the id, which begins with co_, not the order',
  payout_unknown: 'no payout has this reference',
}

/** The `code` of a problem, and its `detail`, which names the option that is refused. */
async function problemOf(
  response: Response,
): Promise<{ code?: string | undefined; detail?: string | undefined }> {
  return Problem.catch({}).parse(await response.json().catch(() => null))
}

const Problem = z.object({ code: z.string().optional(), detail: z.string().optional() })

/** `ECONNREFUSED`, `unexpected redirect` …; the message of fetch has no cause. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error'
  const { cause } = error
  if (!(cause instanceof Error)) return error.message
  return 'code' in cause ? String(cause.code) : cause.message
}
