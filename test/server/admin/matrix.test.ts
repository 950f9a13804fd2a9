import { expect, test } from 'vitest'
import { z } from 'zod'
import { openApi } from '../../../scripts/openapi.ts'
import { Scope } from '../../../src/contract/index.ts'
import { adminRoutes } from '../../../src/server/http/admin-routes.ts'
import { bearer, createDesk, operator } from './operator-shop.ts'

const Operation = z.object({
  operationId: z.string(),
  security: z.array(z.object({ operator: z.array(Scope) })),
})
const methods = ['get', 'post', 'delete'] as const
const Paths = z.record(
  z.string().startsWith('/admin/'),
  z.object({ get: Operation.optional(), post: Operation.optional(), delete: Operation.optional() }),
)
const { paths } = z.object({ paths: z.record(z.string(), z.unknown()) }).parse(openApi())
/** What the API document says of every operators' route. */
const documented = Object.entries(
  Paths.parse(Object.fromEntries(Object.entries(paths).filter(([path]) => path.startsWith('/admin')))),
).flatMap(([path, item]) =>
  methods.flatMap((method) => {
    const found = item[method]
    return found === undefined
      ? []
      : [{ path, method, name: found.operationId, scope: found.security[0]?.operator[0] ?? null }]
  }),
)

test('the document has every operators’ route with its scope, and no other', () => {
  const inDocument = documented.map(({ path, method, name, scope }) => [
    name,
    { method, path: path.replace('/admin', '').replace(/\{(\w+)\}/g, ':$1'), scope },
  ])
  const declared = Object.entries(adminRoutes).map(([name, { method, path, scope }]) => [
    name,
    { method, path, scope },
  ])
  expect(Object.fromEntries(inDocument)).toEqual(Object.fromEntries(declared))
})

test('every route is served with its scope, and with no other scope', async () => {
  const desk = createDesk({
    operators: Object.assign({}, ...Scope.options.map((scope) => operator(`only ${scope}`, scope))),
    authorize: () => null,
  })
  const tokens = [
    ...Scope.options.map((scope) => ({ token: `only ${scope}`, scopes: [scope] })),
    { token: 'the admin', scopes: ['read', 'resolve', 'payout:create'] },
  ]
  const wrong: unknown[] = []
  for (const { path, method, name, scope } of documented) {
    for (const { token, scopes } of tokens) {
      const response = await desk.paypane.fetch(
        new Request(`http://127.0.0.1:8787/pay${path.replace(/\{\w+\}/g, 'unknown')}`, {
          method: method.toUpperCase(),
          headers: bearer(token),
        }),
      )
      const allowed = scope === null || scopes.some((own) => own === scope)
      const { code } =
        response.headers.get('content-type') === 'application/problem+json'
          ? z.object({ code: z.string() }).parse(await response.json())
          : { code: null }
      if ((code === 'scope_missing') === allowed || code === 'unauthorized') wrong.push([name, token, code])
    }
  }
  expect(wrong).toEqual([])
})
