import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { isProblemCode, type ProblemCode } from '../../src/contract/problem-codes.ts'

const Responses = z.record(z.string(), z.object({ description: z.string() }))
const Document = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.looseObject({ responses: Responses.optional() }))),
})

let operations: { method: string; path: RegExp; responses: z.infer<typeof Responses> }[] | undefined

function readOperations(): NonNullable<typeof operations> {
  const file = join(import.meta.dirname, '../../docs/openapi.json')
  const { paths } = Document.parse(JSON.parse(readFileSync(file, 'utf8')))
  return Object.entries(paths).flatMap(([template, item]) =>
    Object.entries(item).flatMap(([method, { responses }]) => {
      const path = new RegExp(`^${template.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`)
      return responses === undefined ? [] : [{ method, path, responses }]
    }),
  )
}

/** Any path may answer with these. */
const general: readonly ProblemCode[] = ['method_not_allowed', 'not_found', 'unavailable', 'internal']

async function problemOf(response: Response): Promise<ProblemCode | null> {
  if (response.headers.get('content-type')?.startsWith('application/problem+json') !== true) return null
  const code: unknown = (await response.clone().json()).code
  return typeof code === 'string' && isProblemCode(code) ? code : null
}

/** Throws if the server answers with a status or a problem that `docs/openapi.json` does not list for the route. */
export async function expectDocumented(method: string, url: string, response: Response): Promise<void> {
  const code = await problemOf(response)
  if (code !== null && general.includes(code)) return
  operations ??= readOperations()
  const path = new URL(url, 'http://shop').pathname
  const documented = operations
    .filter((operation) => operation.method === method.toLowerCase() && operation.path.test(path))
    .map((operation) => operation.responses[String(response.status)]?.description)
  const isListed = (description: string | undefined): boolean =>
    description !== undefined && (code === null || description.includes(`\`${code}\``))
  if (documented.length > 0 && !documented.some(isListed))
    throw new Error(`docs/openapi.json has no ${code ?? response.status} for ${method} ${path}.`)
}
