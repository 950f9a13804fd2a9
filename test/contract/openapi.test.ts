import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { CheckoutView, LenientCheckoutView } from '../../src/contract/index.ts'
import { openApi } from '../../src/contract/openapi.ts'
import { problems } from '../../src/contract/problem.ts'
import { readView } from '../../src/widget/core/read-view.ts'
import { createHarness } from '../server/harness.ts'

const Operation = z.object({
  operationId: z.string(),
  parameters: z.array(z.object({ name: z.string(), in: z.string() })).default([]),
  responses: z.record(z.string(), z.unknown()),
})
const PathItem = z.object({
  parameters: z.array(z.object({ name: z.string(), in: z.string() })).default([]),
  get: Operation.optional(),
  post: Operation.optional(),
  delete: Operation.optional(),
})
const Document = z.object({
  openapi: z.string(),
  paths: z.record(z.string(), PathItem),
  components: z.object({
    schemas: z.record(z.string(), z.looseObject({ required: z.array(z.string()).optional() })),
  }),
})

const document = Document.parse(openApi())
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  (['get', 'post', 'delete'] as const).flatMap((method) => {
    const operation = item[method]
    return operation === undefined
      ? []
      : [{ path, method, ...operation, parameters: [...item.parameters, ...operation.parameters] }]
  }),
)

test('docs/openapi.json is what the contract says; after a change of it: npm run openapi', () => {
  const written: unknown = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../docs/openapi.json'), 'utf8'),
  )
  expect(written).toEqual(JSON.parse(JSON.stringify(openApi())))
})

test('every reference leads to a schema, and every schema is used', () => {
  const text = JSON.stringify(openApi())
  const named = new Set([...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name))
  const schemas = Object.keys(document.components.schemas)
  expect(schemas).toEqual(expect.arrayContaining([...named]))
  // The whole view is there for people.
  expect(schemas.filter((name) => !named.has(name))).toEqual(['WholeCheckoutView'])
})

test('operations have names of their own, and every part of a path is described', () => {
  const ids = operations.map(({ operationId }) => operationId)
  expect(new Set(ids).size).toBe(ids.length)
  for (const { path, parameters } of operations) {
    const parts = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    expect(
      parameters
        .filter((one) => one.in === 'path')
        .map(({ name }) => name)
        .sort(),
    ).toEqual(parts.sort())
  }
})

test.each(operations.map(({ method, path }) => [method.toUpperCase(), path]))(
  '%s %s is served',
  async (method, path) => {
    const { paypane } = createHarness({ paypane: { adminToken: 'an operator' } })
    const response = await paypane.fetch(
      new Request(`http://127.0.0.1:8787/pay${path.replace('{pipeline}', 'p2p').replace(/\{\w+\}/g, 'x')}`, {
        method,
        headers: { authorization: 'Bearer an operator', 'content-type': 'application/json' },
        ...(method === 'POST' ? { body: '{}' } : {}),
      }),
    )
    const answer: unknown = response.ok ? null : await response.json()
    expect(answer).not.toMatchObject({ code: 'not_found' })
    expect(answer).not.toMatchObject({ code: 'internal' })
    const { responses } = operations.find(
      (one) => one.path === path && one.method.toUpperCase() === method,
    ) ?? {
      responses: {},
    }
    expect(Object.keys(responses)).toContain(String(response.status))
  },
)

test('every problem code that has to do with a request is told of', () => {
  const told = new Set([...JSON.stringify(document.paths).matchAll(/`([a-z_]+)`: /g)].map(([, code]) => code))
  // Any address may answer these two, and a router before it the third.
  const everywhere = ['method_not_allowed', 'unavailable']
  expect(Object.keys(problems).filter((code) => !told.has(code))).toEqual(everywhere)
})

test('of a server in another language only five members are asked', () => {
  const { required } = document.components.schemas['CheckoutView'] ?? {}
  expect(required).toEqual(['id', 'status', 'final', 'amount', 'action'])
})

test('what that server says and leaves out, the pane can read', () => {
  const createMinimal = {
    id: 'co_1',
    status: 'pending',
    final: false,
    amount: { value: '1250.00', currency: 'UAH' },
    action: { type: 'transfer', iban: 'UA213223130000026007233566001' },
  }
  expect(LenientCheckoutView.parse(createMinimal)).toEqual(createMinimal)
  expect(readView(createMinimal)).toMatchObject({
    ...createMinimal,
    action: { ...createMinimal.action, card: null },
  })
  for (const member of Object.keys(createMinimal)) {
    const rest = Object.fromEntries(Object.entries(createMinimal).filter(([name]) => name !== member))
    expect(LenientCheckoutView.safeParse(rest).success).toBe(false)
  }
})

test("the kit's own view is one of those, with nothing left out", async () => {
  const harness = createHarness()
  const view: unknown = await (await harness.post('/checkouts', { order: '1042', method: 'transfer' })).json()
  expect(LenientCheckoutView.parse(view)).toEqual(CheckoutView.parse(view))
})
