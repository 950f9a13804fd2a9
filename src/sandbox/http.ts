import type { Context } from 'hono'
import type { z } from 'zod'
import { JsonNumber } from '../service/json.ts'

/** The data that a listener passes with a request. */
interface Bindings {
  /** The client's address. */
  address: string
  /** The sandbox's own address, without a trailing slash. */
  baseUrl: string
}
export type Env = { Bindings: Bindings }

/** Like `JSON.stringify`, but a `JsonNumber` keeps its digits. */
export function stringifyJson(value: unknown): string {
  if (value instanceof JsonNumber) return value.text
  if (Array.isArray(value)) return `[${value.map(stringifyJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${stringifyJson(member)}`).join(',')}}`
}

export const jsonResponse = (value: unknown, status = 200): Response =>
  new Response(stringifyJson(value), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8' },
  })

/** Whether only this machine reaches a host, written as in a URL or as an address. */
export const isLoopback = (host: string): boolean =>
  /^(\[::1\]|::1|127(\.\d+){3}|(.+\.)?localhost)$/.test(host)

export const isLoopbackOrigin = (origin: string): boolean =>
  URL.canParse(origin) && isLoopback(new URL(origin).hostname)

/** The error response of a control, or to a path or method that does not exist. */
export const errorResponse = (status: 400 | 403 | 404 | 405 | 409, error: string): Response =>
  Response.json({ error }, { status })

/** The parsed body of a control request, or an error response. */
export async function parseBody<T extends z.ZodType>(c: Context, schema: T): Promise<z.output<T> | Response> {
  const text = await c.req.text()
  let json: unknown
  try {
    json = text === '' ? {} : JSON.parse(text)
  } catch {
    return errorResponse(400, 'the body is not JSON')
  }
  const { success, data, error } = schema.safeParse(json)
  return success ? data : errorResponse(400, problemText(error))
}

/** What is wrong with a request, by path: `amount: is missing; currency: Invalid input`. */
export const problemText = ({ issues }: z.ZodError): string =>
  issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': ')).join('; ')
