import { tryParseJson } from '../../service/wire-schemas.ts'
import type { Config } from '../config.ts'
import { serviceError } from '../error-responses.ts'
import type { Operation } from '../faults.ts'
import { stringifyJson } from '../http.ts'

type BodyForm = Config['deniedBody']

const isJson = (response: Response): boolean =>
  /^application\/(problem\+)?json/.test(response.headers.get('content-type') ?? '')

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function bodyOfForm(form: BodyForm, status: number): Response {
  if (form === 'empty') return new Response(null, { status })
  if (form === 'json') return serviceError(status)
  return new Response(`<!doctype html><title>${status}</title>`, {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8' },
  })
}

/** The response with another body; it keeps the headers that do not describe the body. */
function withForm({ status, headers }: Response, form: BodyForm): Response {
  const response = bodyOfForm(form, status)
  for (const [name, value] of headers) if (name !== 'content-type') response.headers.set(name, value)
  return response
}

/** The form of the body for a status; null if the interface describes its body. */
function formFor(config: Config, operation: Operation, status: number): BodyForm | null {
  if (status === 401 || status === 403 || status === 429) return config.deniedBody
  if (status < 500) return null
  return operation.endsWith('.create') ? config.createErrorBody : config.lookupErrorBody
}

function withVariants(
  body: Record<string, unknown>,
  status: number,
  config: Config,
): Record<string, unknown> {
  if (status === 200) return { ...body, sandboxExtra: { known: false } }
  if (status === 415) return config.traceId ? body : { ...body, traceId: undefined }
  const labels: Record<string, string> = {
    REQUEST_VALIDATION_ERROR: config.invalidLabel,
    NOT_FOUND: config.notFoundLabel,
    INTERNAL_SERVER_ERROR: config.internalLabel,
  }
  const label = labels[String(body['label'])] ?? body['label']
  const members = Object.entries({ ...body, label })
  return Object.fromEntries(
    config.errorNulls === 'null' ? members : members.filter(([, value]) => value !== null),
  )
}

/** The response in the variant that the configuration selects. */
export async function applyVariants(
  response: Response,
  operation: Operation,
  config: Config,
): Promise<Response> {
  const { status } = response
  if (status === 200 && !config.extraMembers) return response
  const form = formFor(config, operation, status)
  const formed = form === null ? response : withForm(response, form)
  if (!isJson(formed)) return formed
  const text = await formed.text()
  const body = tryParseJson(text)
  return new Response(isObject(body) ? stringifyJson(withVariants(body, status, config)) : text, {
    status,
    headers: formed.headers,
  })
}
