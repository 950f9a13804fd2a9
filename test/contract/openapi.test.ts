import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { openApi } from '../../scripts/openapi.ts'
import { CheckoutView, LenientCheckoutView, problems } from '../../src/contract/index.ts'
import { hostedPages } from '../../src/server/html/index.ts'
import { readView } from '../../src/widget/core/read-view.ts'
import { createHarness } from '../server/harness.ts'

const Parameters = z.array(z.object({ name: z.string(), in: z.string() })).default([])
const Content = z.record(z.string(), z.object({ schema: z.looseObject({ $ref: z.string().optional() }) }))
const Operation = z.object({
  operationId: z.string(),
  parameters: Parameters,
  responses: z.record(z.string(), z.object({ description: z.string(), content: Content.optional() })),
})
const methods = ['get', 'post', 'delete'] as const
const Document = z.object({
  openapi: z.literal('3.1.1'),
  paths: z.record(
    z.string(),
    z.object({
      parameters: Parameters,
      get: Operation.optional(),
      post: Operation.optional(),
      delete: Operation.optional(),
    }),
  ),
  components: z.object({
    schemas: z.record(z.string(), z.looseObject({ required: z.array(z.string()).optional() })),
  }),
})

const text = JSON.stringify(openApi())
const document = Document.parse(JSON.parse(text))
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  methods.flatMap((method) => {
    const operation = item[method]
    if (operation === undefined) return []
    return [{ path, method, ...operation, parameters: [...item.parameters, ...operation.parameters] }]
  }),
)

/** Checks a JSON value against a schema of the document itself. */
function parseAs(reference: string, value: unknown): z.ZodSafeParseResult<unknown> {
  const $defs = JSON.parse(
    JSON.stringify(document.components.schemas).replaceAll('#/components/schemas/', '#/$defs/'),
  )
  const $ref = reference.replace('#/components/schemas/', '#/$defs/')
  return z.fromJSONSchema({ $ref, $defs }).safeParse(value)
}

test('docs/openapi.json is up to date; after a change of the contract: npm run openapi', () => {
  const file = join(import.meta.dirname, '../../docs/openapi.json')
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(text))
})

test('every reference leads to a schema, and every schema is used', () => {
  const referenced = new Set([...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name))
  const schemas = Object.keys(document.components.schemas)
  expect(schemas).toEqual(expect.arrayContaining([...referenced]))
  // For readers: what Paypane's own server gives.
  expect(schemas.filter((name) => !referenced.has(name))).toEqual(['CheckoutView'])
})

test('operation ids are unique, and every parameter of a path is described', () => {
  const ids = operations.map(({ operationId }) => operationId)
  expect(new Set(ids).size).toBe(ids.length)
  const namesInPath = ({ path }: { path: string }) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
  const described = ({ parameters }: (typeof operations)[number]) =>
    parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)
  expect(operations.map(described)).toEqual(operations.map(namesInPath))
})

test('the kit serves every operation, with a documented status and a body of the documented schema', async () => {
  const harness = createHarness({
    paypane: {
      adminToken: 'an operator',
      pages: hostedPages({ name: 'Shop' }),
      assets: async () => new TextEncoder().encode('{"paypane.js":"sha384-x"}'),
    },
  })
  const { id, clientSecret = '' } = await harness.createCheckout('1042', 'transfer')
  const path = (template: string) =>
    template
      .replace('/checkouts/{id}', `/checkouts/${id}`)
      .replace('{reference}', 'payout-7')
      .replace('{pipeline}', 'p2p')
      .replace('{token}', '1042')
      .replace('{outcome}', 'success')
      .replace(/\{\w+\}/g, 'unknown')
  const bodies: Record<string, unknown> = {
    createCheckout: { order: '1042', method: 'transfer' },
    startAttempt: { method: 'transfer', after: 0 },
    createPayout: { reference: 'payout-7', amount: '100.00', currency: 'UAH' },
  }
  const query: Record<string, string> = { readBalance: '?currency=UAH', readReturnPage: '?order=1042' }
  const statuses: Record<string, number> = {}
  const faults: unknown[] = []
  for (const { operationId, method, path: template, responses } of operations) {
    const response = await harness.paypane.fetch(
      new Request(`http://127.0.0.1:8787/pay${path(template)}${query[operationId] ?? ''}`, {
        method: method.toUpperCase(),
        headers: {
          authorization: 'Bearer an operator',
          'checkout-secret': clientSecret,
          'content-type': 'application/json',
        },
        ...(method === 'post' ? { body: JSON.stringify(bodies[operationId] ?? {}) } : {}),
      }),
    )
    statuses[operationId] = response.status
    const type = response.headers.get('content-type')?.split(';')[0] ?? ''
    const schema = responses[response.status]?.content?.[type]?.schema
    if (schema === undefined) faults.push([operationId, response.status, await response.text()])
    else if (schema.$ref !== undefined) {
      const text = await response.text()
      // NDJSON: a value on each line.
      for (const line of type === 'application/x-ndjson' ? text.trimEnd().split('\n') : [text]) {
        const { error } = parseAs(schema.$ref, JSON.parse(line))
        if (error) faults.push([operationId, error.issues])
      }
    }
  }
  expect(faults).toEqual([])
  expect(statuses).toMatchObject({
    createCheckout: 200,
    readCheckout: 200,
    startAttempt: 200,
    readPage: 200,
    submitPage: 415,
    readReturnPage: 200,
    readScript: 200,
    readAsset: 404,
    listCheckouts: 200,
    readCheckoutDetail: 200,
    listPayouts: 200,
    createPayout: 201,
    readPayoutDetail: 200,
    listPipelines: 200,
    readBalance: 200,
    readMe: 200,
    readAudit: 200,
  })
})

test('the schemas of the document reject what does not match them', () => {
  const view = {
    id: 'co_1',
    status: 'paid',
    final: false,
    amount: { value: '1', currency: 'UAH' },
    action: null,
  }
  const reference = '#/components/schemas/LenientCheckoutView'
  expect(parseAs(reference, view).success).toBe(false)
  expect(parseAs(reference, { ...view, status: 'pending' }).success).toBe(true)
})

test('every problem of a request is documented', () => {
  const documented = new Set([...text.matchAll(/`([a-z_]+)`: /g)].map(([, code]) => code))
  // Any path may answer with these two.
  expect(Object.keys(problems).filter((code) => !documented.has(code))).toEqual([
    'method_not_allowed',
    'unavailable',
  ])
})

test('a server in another language needs five members of the view', () => {
  expect(document.components.schemas['LenientCheckoutView']?.required).toEqual([
    'id',
    'status',
    'final',
    'amount',
    'action',
  ])
})

test('the widget reads a view with those five members, and nothing less is valid', () => {
  const view = {
    id: 'co_1',
    status: 'pending',
    final: false,
    amount: { value: '1250.00', currency: 'UAH' },
    action: { type: 'transfer', iban: 'UA213223130000026007233566001' },
  }
  expect(LenientCheckoutView.parse(view)).toEqual(view)
  expect(readView(view)).toMatchObject({ ...view, action: { ...view.action, card: null } })
  for (const member of Object.keys(view)) {
    const rest = Object.fromEntries(Object.entries(view).filter(([name]) => name !== member))
    expect(LenientCheckoutView.safeParse(rest).success).toBe(false)
  }
})

test("the kit's view is valid for both schemas", async () => {
  const harness = createHarness()
  const view: unknown = await (await harness.post('/checkouts', { order: '1042', method: 'transfer' })).json()
  expect(LenientCheckoutView.parse(view)).toEqual(CheckoutView.parse(view))
})
