import type { Context } from 'hono'
import type { z } from 'zod'

/** An answer of a lever that could not be pulled, with words for the person who tried. */
export const errorResponse = (status: 400 | 403 | 404 | 409, error: string): Response =>
  Response.json({ error }, { status })

/** The body of a lever, or the answer that says what is wrong with it. */
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
