import type { Context } from 'hono'
import type { z } from 'zod'

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
  if (success) return data
  const issues = error.issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': '))
  return errorResponse(400, issues.join('; '))
}
