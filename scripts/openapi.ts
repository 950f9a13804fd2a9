/** `npm run openapi` writes the OpenAPI document of a merchant's server to `docs/openapi.json`. */
import { writeFileSync } from 'node:fs'
import { z } from 'zod'
import '../src/contract/index.ts'
import { type ProblemCode, problems } from '../src/contract/problem-codes.ts'
import { adminRoutes } from '../src/server/http/admin-routes.ts'
import { fileRoutes } from '../src/server/http/assets.ts'
import { callbackRoutes } from '../src/server/http/callbacks.ts'
import { pageRoutes } from '../src/server/http/pages.ts'
import { payerRoutes } from '../src/server/http/payer.ts'
import { refundRoutes } from '../src/server/http/refund-page.ts'
import type {
  AdminRoute,
  Parameters,
  Route,
  RouteResponse,
  RouteSchema,
  Routes,
} from '../src/server/http/route.ts'

/** A member of an OpenAPI document, as JSON. */
type Part = Record<string, unknown>

const text = { type: 'string' }
const refTo = (name: string): Part => ({ $ref: `#/components/schemas/${name}` })
const schemaOf = (schema: RouteSchema): Part => (typeof schema === 'string' ? refTo(schema) : schema)
const mapped = <From, To>(members: Readonly<Record<string, From>>, to: (member: From) => To) =>
  Object.fromEntries(Object.entries(members).map(([name, member]) => [name, to(member)]))

/** Of the codes with one HTTP status: `code`: its title. */
function problemResponses(codes: readonly ProblemCode[]): Part {
  const byStatus = Map.groupBy(new Set(codes), (code) => problems[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      status,
      {
        description: group.map((code) => `\`${code}\`: ${problems[code].title}`).join('. '),
        content: { 'application/problem+json': { schema: refTo('Problem') } },
      },
    ]),
  )
}

function responseOf(response: RouteResponse): Part {
  if (typeof response === 'string') return { description: response }
  const [description, content, headers] = response
  const byType = typeof content === 'string' ? { 'application/json': content } : content
  return {
    description,
    ...(Object.keys(byType).length > 0 && {
      content: mapped<RouteSchema, Part>(byType, (schema) => ({ schema: schemaOf(schema) })),
    }),
    ...(headers && { headers: mapped(headers, (meaning) => ({ description: meaning, schema: text })) }),
  }
}

const parametersIn = (place: 'path' | 'query' | 'header', parameters: Parameters = {}): Part[] =>
  Object.entries(parameters).map(([name, parameter]) => {
    const {
      description,
      schema = text,
      required = place === 'path',
    } = typeof parameter === 'string' ? { description: parameter } : parameter
    return { name, in: place, required, description, schema: schemaOf(schema) }
  })

function requestBody({ body, hasOptionalBody = false, form, file }: Route): Part | null {
  if (body !== undefined) {
    const id = z.globalRegistry.get(body)?.id
    const schema = id === undefined ? inline(body) : refTo(id)
    return { required: !hasOptionalBody, content: { 'application/json': { schema } } }
  }
  if (file !== undefined) {
    const schema = { type: 'string', format: 'binary' }
    return { required: true, content: Object.fromEntries(file.map((type) => [type, { schema }])) }
  }
  if (form === undefined) return null
  const schema = {
    type: 'object',
    properties: mapped(form.fields, schemaOf),
    additionalProperties: { ...text, description: form.others },
  }
  return { required: true, content: { 'application/x-www-form-urlencoded': { schema } } }
}

function inline(schema: z.ZodType): Part {
  const { $schema: _, ...rest } = z.toJSONSchema(schema)
  return rest
}

function operationOf(operationId: string, route: Route, codes: readonly ProblemCode[] = []): Part {
  const { summary, description, params, query, headers, responses } = route
  const parameters = [
    ...parametersIn('path', params),
    ...parametersIn('header', headers),
    ...parametersIn('query', query),
  ]
  const body = requestBody(route)
  return {
    operationId,
    summary,
    ...(description !== undefined && { description }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
    responses: {
      ...mapped(responses, responseOf),
      ...problemResponses([...codes, ...(route.problems ?? [])]),
    },
  }
}

/** The scope that an operator needs is named in `security`. */
const adminOperation = (id: string, route: AdminRoute): Part => ({
  ...operationOf(id, route, ['unauthorized', 'scope_missing', 'rate_limited', 'internal']),
  security: [{ operator: route.scope === null ? [] : [route.scope] }],
})

/** The operations by path and method. `:name{pattern}` of the router is `{name}`. */
function pathsOf<R extends Route>(
  base: string,
  routes: Readonly<Record<string, R>>,
  toOperation: (id: string, route: R) => Part,
): Part {
  const paths: Record<string, Part> = {}
  for (const [id, route] of Object.entries(routes)) {
    const path = base + route.path.replace(/:(\w+)(?:\{[^}]*\})?/g, '{$1}')
    paths[path] = { ...paths[path], [route.method]: toOperation(id, route) }
  }
  return paths
}

const publicRoutes: Routes = {
  ...payerRoutes,
  ...pageRoutes,
  ...refundRoutes,
  ...fileRoutes,
  ...callbackRoutes,
}

/** The schemas that have an id, by name: the order of imports would decide otherwise. */
function componentSchemas(): Record<string, object> {
  const { schemas } = z.toJSONSchema(z.globalRegistry, {
    uri: (id) => `#/components/schemas/${id}`,
    io: 'input',
    // `z.int()` has the bounds of safe integers, and a date a pattern beside its format, which mean nothing to a reader.
    override: ({ jsonSchema }) => {
      if (jsonSchema.format?.startsWith('date')) delete jsonSchema.pattern
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
    },
  })
  const byName = Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))
  return mapped(Object.fromEntries(byName), ({ $schema: _schema, $id: _id, id: _name, ...schema }) => schema)
}

/** The HTTP API of a merchant's server as an OpenAPI 3.1 document. */
export const openApi = (): Part => ({
  openapi: '3.1.1',
  info: {
    title: "Paypane: a merchant's server",
    version: '1',
    description:
      "The requests of the widget to a merchant's server, and the admin API of Paypane's own server. A server in another language needs `POST /checkouts`, `GET /checkouts/{id}` and a callback address. Every response but a file has `Cache-Control: private, no-store`. Any path may respond with the problems `method_not_allowed` (405) and `unavailable` (503).",
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [{ url: '/pay', description: 'The path where the server is mounted' }],
  paths: {
    ...pathsOf('', publicRoutes, operationOf),
    ...pathsOf<AdminRoute>('/admin', adminRoutes, adminOperation),
  },
  components: {
    schemas: componentSchemas(),
    securitySchemes: {
      operator: {
        type: 'http',
        scheme: 'bearer',
        description:
          "An operator's token (`OPERATORS`), or `ADMIN_TOKEN`, which approves no payouts. `security` names the scope",
      },
    },
  },
})

if (import.meta.main)
  writeFileSync(new URL('../docs/openapi.json', import.meta.url), `${JSON.stringify(openApi(), null, 2)}\n`)
