/** `npm run openapi` writes the OpenAPI document of a merchant's server to `docs/openapi.json`. */
import { writeFileSync } from 'node:fs'
import { z } from 'zod'
import type * as contract from '../src/contract/index.ts'
import { type ProblemCode, problems } from '../src/contract/index.ts'
import { type AdminRouteName, adminRoutes } from '../src/server/http/admin-routes.ts'

/** A member of an OpenAPI document, as JSON. */
type Part = Record<string, unknown>

/** A schema of the contract; its id in the document is its name. */
type SchemaName = keyof typeof contract

const ref = (name: SchemaName) => ({ $ref: `#/components/schemas/${name}` })
const json = (schema: SchemaName) => ({ content: { 'application/json': { schema: ref(schema) } } })
const response = (description: string, schema?: SchemaName): Part => ({
  description,
  ...(schema === undefined ? {} : json(schema)),
})

/** The problem responses, one for each HTTP status of the codes. */
function problemResponses(...codes: ProblemCode[]): Part {
  const statuses = [...new Set(codes.map((code) => problems[code].status))].sort((a, b) => a - b)
  return Object.fromEntries(
    statuses.map((status) => [
      String(status),
      {
        description: codes
          .filter((code) => problems[code].status === status)
          .map((code) => `\`${code}\`: ${problems[code].title}`)
          .join('. '),
        content: { 'application/problem+json': { schema: ref('Problem') } },
      },
    ]),
  )
}

const text = { type: 'string' }
const inPath = (name: string, description: string): Part => ({
  name,
  in: 'path',
  required: true,
  description,
  schema: text,
})
const inQuery = (name: string, description: string, schema: Part = text, required = false): Part => ({
  name,
  in: 'query',
  required,
  description,
  schema,
})
const body = (schema: SchemaName): Part => ({ required: true, ...json(schema) })
const bodyProblems = [
  'malformed',
  'request_timeout',
  'body_too_large',
  'unsupported_media_type',
  'internal',
] as const

const checkoutId = inPath('id', 'The id of a checkout: `co_…`')
/** Paypane's own server requires it. The widget sends none to a server that gives no `clientSecret`. */
const clientSecret: Part = {
  name: 'Checkout-Secret',
  in: 'header',
  required: false,
  description:
    'The `clientSecret` of `POST /checkouts`. Without it, or with another one, a checkout is unknown',
  schema: text,
}
const startProblems = [
  'order_unknown',
  'order_expired',
  'forbidden',
  'amount_changed',
  'card_unknown',
  'method_not_offered',
  'fields_invalid',
  'rate_limited',
] as const

const payer: Part = {
  '/checkouts': {
    post: {
      operationId: 'createCheckout',
      summary: 'Pay an order: creates its checkout, or returns the existing one',
      requestBody: body('CreateCheckout'),
      responses: {
        200: response('The existing checkout of the order', 'LenientCheckoutView'),
        201: response('The checkout was created', 'LenientCheckoutView'),
        202: response(
          'The outcome at the payments service is not known yet: the status is `preparing`',
          'LenientCheckoutView',
        ),
        ...problemResponses(...startProblems, 'not_retryable', 'attempts_limit', ...bodyProblems),
      },
    },
  },
  '/checkouts/{id}': {
    get: {
      operationId: 'readCheckout',
      summary: 'The view of a checkout',
      parameters: [
        checkoutId,
        clientSecret,
        inQuery(
          'wait',
          'With `If-None-Match`: a long poll that ends when the view changes, after at most this many seconds. Optional for a server',
          { type: 'number', minimum: 0, maximum: 25 },
        ),
        {
          name: 'If-None-Match',
          in: 'header',
          required: false,
          description: 'The `ETag` of the last view',
          schema: text,
        },
      ],
      responses: {
        200: {
          description: 'The view; the widget as HTML if `Accept` is `text/html` and the server has pages',
          content: {
            'application/json': { schema: ref('LenientCheckoutView') },
            'text/html': { schema: text },
          },
          headers: { ETag: { description: 'Weak; `now` does not change it', schema: text } },
        },
        304: {
          description: 'The view has not changed',
          headers: { Date: { description: 'The server’s time, which countdowns follow', schema: text } },
        },
        ...problemResponses('checkout_unknown', 'rate_limited', 'internal'),
      },
    },
  },
  '/checkouts/{id}/attempts': {
    post: {
      operationId: 'startAttempt',
      summary: 'The first or another attempt',
      parameters: [checkoutId, clientSecret],
      requestBody: body('StartAttempt'),
      responses: {
        200: response(
          'The view. Nothing was started if `after` is not the number of attempts',
          'LenientCheckoutView',
        ),
        202: response(
          'The outcome at the payments service is not known yet: the status is `preparing`',
          'LenientCheckoutView',
        ),
        ...problemResponses(
          'checkout_unknown',
          ...startProblems,
          'not_retryable',
          'not_replaceable',
          'attempts_limit',
          ...bodyProblems,
        ),
      },
    },
  },
  '/checkouts/{id}/attempts/{n}/sent': {
    post: {
      operationId: 'reportSent',
      summary:
        'Records the payer’s report that the money was sent, or that it was not. Never changes the outcome',
      parameters: [checkoutId, inPath('n', 'The number of the attempt, from 1'), clientSecret],
      requestBody: body('ReportSent'),
      responses: {
        200: response('The view', 'LenientCheckoutView'),
        ...problemResponses('checkout_unknown', 'not_found', 'rate_limited', ...bodyProblems),
      },
    },
  },
  '/cards/{id}': {
    delete: {
      operationId: 'deleteCard',
      summary: 'Deletes a saved card of the customer that the client secret proves',
      parameters: [
        inPath('id', 'The id of a saved card'),
        clientSecret,
        inQuery('order', 'Only for a server that gives no `clientSecret`: the order of the page'),
      ],
      responses: {
        204: response('Deleted'),
        ...problemResponses('card_unknown', 'rate_limited', 'internal'),
      },
    },
  },
}

const page = (description: string): Part => ({
  description,
  content: { 'text/html': { schema: text } },
})
const pageResponses: Part = {
  200: page('The page'),
  403: page('The order token has expired: the page shows only the outcome, or that the link has expired'),
  404: page('The order is unknown'),
  409: page('The order has an attempt for another amount'),
  429: page('Too many requests'),
  503: page('The order cannot be read at present'),
}
const hash = inPath('hash', 'The hash of the build')
const fileResponses: Part = {
  200: {
    description: 'The file',
    content: { 'text/javascript': { schema: text }, 'application/json': { schema: {} } },
  },
  304: response('The file has not changed'),
  ...problemResponses('not_found'),
}
const file = (operationId: string, summary: string): Part => ({
  get: { operationId, summary, responses: fileResponses },
})

/** The routes of a server with `pages` and `assets`. */
const pages: Part = {
  '/o/{token}': {
    parameters: [inPath('token', 'An order token, or a reference where those are permitted')],
    get: {
      operationId: 'readPage',
      summary: 'The hosted payment page of an order. Starts nothing',
      parameters: [
        inQuery('choose', 'The payer chooses a method again'),
        inQuery('method', 'The payer fills in the fields of this method', ref('Method')),
      ],
      responses: pageResponses,
    },
    post: {
      operationId: 'submitPage',
      summary: 'A form of the page, for browsers without JavaScript',
      requestBody: {
        required: true,
        content: {
          'application/x-www-form-urlencoded': {
            schema: {
              type: 'object',
              properties: {
                action: { type: 'string', enum: ['start', 'choose', 'sent'] },
                method: ref('Method'),
                after: { type: 'integer', minimum: 0, description: 'The number of attempts so far' },
                replace: {
                  type: 'string',
                  enum: ['true'],
                  description: 'With `start`: replaces the open attempt',
                },
                sent: {
                  type: 'string',
                  enum: ['true', 'false'],
                  description: 'With `sent`: whether the money was sent',
                },
                back: { type: 'string', description: 'Present: the payer chooses a method again' },
              },
              additionalProperties: {
                type: 'string',
                description: '`fields[key]`: the value of a payer field',
              },
            },
          },
        },
      },
      responses: {
        303: response('Done: the page again'),
        ...Object.fromEntries(
          [400, 403, 404, 408, 409, 413, 415, 422, 429, 503].map((status) => [
            status,
            page('Not done: the page shows why, and keeps the values of the form'),
          ]),
        ),
      },
    },
  },
  '/return/{outcome}': {
    parameters: [
      {
        ...inPath('outcome', 'The outcome in the return address. Proves nothing'),
        schema: { type: 'string', enum: ['processing', 'success', 'failed'] },
      },
      inQuery('order', 'An order token of the purpose `return`, or a reference', text, true),
    ],
    get: {
      operationId: 'readReturnPage',
      summary: 'The same page, after a payment form',
      responses: pageResponses,
    },
  },
  '/paypane.js': file('readScript', 'The script of the widget, revalidated at each use'),
  '/assets/{hash}/{name}': {
    parameters: [hash, inPath('name', '`paypane.js`, `locales/uk.json` …')],
    ...file('readAsset', 'A file of one build, cached permanently'),
  },
}

const callback: Part = {
  summary: 'Receives callbacks of the payments service; the path is a hint, never proof',
  description:
    'The `Signature` is the SHA-256, in hex, of `externalId;status;amount;orderType;PRIVATE_KEY` over the texts as received. The callback is stored before the response.',
  parameters: [{ name: 'Signature', in: 'header', required: true, schema: text }],
  requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
  responses: {
    200: response('Stored; do not send it again'),
    ...problemResponses(
      'signature_invalid',
      'malformed',
      'not_found',
      'request_timeout',
      'body_too_large',
      'rate_limited',
      'internal',
    ),
  },
}
const pipeline = inPath('pipeline', 'The name of a pipeline')
const callbacks: Part = {
  '/callbacks': { post: { operationId: 'receiveCallback', ...callback } },
  '/callbacks/{pipeline}': {
    parameters: [pipeline],
    post: { operationId: 'receivePipelineCallback', ...callback },
  },
  '/callbacks/{pipeline}/{externalTransactionId}': {
    parameters: [pipeline, inPath('externalTransactionId', 'The id of the create request')],
    post: { operationId: 'receiveTransactionCallback', ...callback },
  },
}

/** The scope that an operator needs is named in `security`. */
function operator(operationId: AdminRouteName, summary: string, rest: Part): Part {
  const { scope } = adminRoutes[operationId]
  return { operationId, summary, security: [{ operator: scope === null ? [] : [scope] }], ...rest }
}
const readResponses = (description: string, schema: SchemaName, ...codes: ProblemCode[]): Part => ({
  responses: {
    200: response(description, schema),
    ...problemResponses('unauthorized', 'scope_missing', 'rate_limited', 'internal', ...codes),
  },
})
const pageParameters = [
  inQuery('after', '`next` of the previous page'),
  inQuery('limit', 'The length of a page', { type: 'integer', minimum: 1, maximum: 200, default: 50 }),
]
const periodParameters = [
  inQuery('since', 'From this date or time (RFC 3339) on; a date is its start in UTC'),
  inQuery('until', 'Before this date or time'),
]
const listParameters = (status: SchemaName): Part => ({
  parameters: [
    inQuery('status', 'Only entries with this status', ref(status)),
    inQuery('needsReview', 'Only entries that need a review, or only the others', { type: 'boolean' }),
    inQuery(
      'search',
      'A reference, id, `externalTransactionId` or `externalId`, or its first characters (3 or more); upper and lower case differ',
    ),
    ...periodParameters,
    ...pageParameters,
  ],
})
const eventStatus: Part = { type: 'string', enum: ['delivered', 'undelivered', 'failing'] }
const reference = inPath('reference', "The merchant's own payout reference")

const admin: Part = {
  '/admin/checkouts': {
    get: operator('listCheckouts', 'Checkouts, newest first', {
      ...listParameters('Status'),
      ...readResponses('A page of the list', 'CheckoutList', 'malformed'),
    }),
  },
  '/admin/checkouts/{id}': {
    parameters: [checkoutId],
    get: operator(
      'readCheckoutDetail',
      'A checkout with its attempts, callbacks and events',
      readResponses('The details', 'CheckoutDetail', 'checkout_unknown'),
    ),
  },
  '/admin/checkouts/{id}/reopen': {
    parameters: [checkoutId],
    post: operator(
      'reopenCheckout',
      'Makes a checkout payable again; its attempts stay',
      readResponses('The details', 'CheckoutDetail', 'checkout_unknown', 'not_reopenable'),
    ),
  },
  '/admin/checkouts/{id}/link': {
    parameters: [checkoutId],
    post: operator(
      'linkCheckout',
      'A link to the payment page of the order, valid for seven days',
      readResponses('The link', 'PayLink', 'checkout_unknown', 'not_found'),
    ),
  },
  '/admin/checkouts/{id}/review': {
    parameters: [checkoutId],
    post: operator('reviewCheckout', 'Resolve a review', {
      requestBody: body('ResolveReview'),
      ...readResponses(
        'The details',
        'CheckoutDetail',
        'checkout_unknown',
        'not_resolvable',
        ...bodyProblems,
      ),
    }),
  },
  '/admin/payouts': {
    get: operator('listPayouts', 'Payouts, newest first', {
      ...listParameters('PayoutStatus'),
      ...readResponses('A page of the list', 'PayoutList', 'malformed'),
    }),
    post: operator('createPayout', 'Create a payout, once for each reference', {
      requestBody: body('CreatePayout'),
      responses: {
        200: response('The existing payout of the reference', 'PayoutView'),
        201: response('The payout was created', 'PayoutView'),
        202: response(
          'It awaits an approval, or it is not known yet whether the payments service has the order',
          'PayoutView',
        ),
        ...problemResponses(
          'unauthorized',
          'scope_missing',
          'rate_limited',
          'payout_conflict',
          'payout_limit',
          'pipeline_unknown',
          ...bodyProblems,
        ),
      },
    }),
  },
  '/admin/payouts/{reference}': {
    parameters: [reference],
    get: operator(
      'readPayoutDetail',
      'A payout with its attempts, callbacks and events',
      readResponses('The details', 'PayoutDetail', 'payout_unknown'),
    ),
  },
  '/admin/payouts/{reference}/approve': {
    parameters: [reference],
    post: operator('approvePayout', 'Approve a payout, or its discard, as a second operator', {
      requestBody: { ...body('ApprovePayout'), required: false },
      ...readResponses(
        'The details',
        'PayoutDetail',
        'payout_unknown',
        'own_payout',
        'not_awaiting',
        'payout_unreadable',
        'not_resolvable',
        'payout_limit',
        'pipeline_unknown',
        ...bodyProblems,
      ),
    }),
  },
  '/admin/payouts/{reference}/reject': {
    parameters: [reference],
    post: operator('rejectPayout', 'Reject a payout, or its discard, as a second operator', {
      requestBody: body('RejectPayout'),
      ...readResponses(
        'The details',
        'PayoutDetail',
        'payout_unknown',
        'own_payout',
        'not_awaiting',
        ...bodyProblems,
      ),
    }),
  },
  '/admin/payouts/{reference}/review': {
    parameters: [reference],
    post: operator('reviewPayout', 'Resolve a review', {
      requestBody: body('ResolveReview'),
      ...readResponses('The details', 'PayoutDetail', 'payout_unknown', 'not_resolvable', ...bodyProblems),
    }),
  },
  '/admin/callbacks/unmatched': {
    get: operator('listUnmatchedCallbacks', 'Verified callbacks that match no order, newest first', {
      parameters: pageParameters,
      ...readResponses('A page of the list', 'UnmatchedCallbackList'),
    }),
  },
  '/admin/callbacks/unmatched/{id}/acknowledge': {
    parameters: [inPath('id', 'The id of the callback')],
    post: operator('acknowledgeCallback', 'Acknowledge an unmatched callback', {
      requestBody: body('AcknowledgeCallback'),
      ...readResponses('The callback', 'UnmatchedCallback', 'not_found', ...bodyProblems),
    }),
  },
  '/admin/events': {
    get: operator('listEvents', 'Events with every try of their delivery, newest first', {
      parameters: [
        inQuery('status', '`failing`: not delivered, and the last try failed', eventStatus),
        inQuery('type', 'Only events of these types, separated by commas'),
        ...periodParameters,
        ...pageParameters,
      ],
      ...readResponses('A page of the list', 'EventList', 'malformed'),
    }),
  },
  '/admin/events/resend': {
    post: operator('resendEvents', 'Send all events of a time again, oldest first', {
      requestBody: body('ResendEvents'),
      ...readResponses('The number of events that are sent again', 'ResentEvents', ...bodyProblems),
    }),
  },
  '/admin/events/{id}/resend': {
    parameters: [inPath('id', 'The id of the event')],
    post: operator(
      'resendEvent',
      'Send an event again, with the same id and in the order of its checkout',
      readResponses('The event', 'EventDelivery', 'not_found'),
    ),
  },
  '/admin/export': {
    get: operator('exportCsv', 'Checkouts, payouts or events as CSV, newest first', {
      parameters: [
        inQuery('what', 'Which file', {
          type: 'string',
          enum: ['checkouts', 'payouts', 'events'],
          default: 'checkouts',
        }),
        inQuery('status', 'As in the list'),
        inQuery('needsReview', 'As in the list', { type: 'boolean' }),
        inQuery('search', 'As in the list; 400 where more than 500 names begin with it'),
        inQuery('type', 'As in the list of events'),
        ...periodParameters,
      ],
      responses: {
        200: { description: 'The file (RFC 4180, UTF-8)', content: { 'text/csv': { schema: text } } },
        ...problemResponses('unauthorized', 'scope_missing', 'rate_limited', 'malformed', 'internal'),
      },
    }),
  },
  '/admin/customers/{customer}': {
    parameters: [inPath('customer', "The merchant's customer id")],
    get: operator(
      'exportCustomer',
      'Everything stored about a customer',
      readResponses('The data; empty lists for an unknown customer', 'CustomerExport'),
    ),
    delete: operator(
      'eraseCustomer',
      "Delete a customer's cards and erase the customer from every checkout",
      readResponses('Erased. Ids, amounts and states stay', 'CustomerErasure'),
    ),
  },
  '/admin/me': {
    get: operator('readMe', 'The operator of the request', readResponses('The operator', 'Operator')),
  },
  '/admin/audit': {
    get: operator('readAudit', "Operators' acts, and reads of persons' data, in order", {
      parameters: [
        inQuery('since', 'Not before this time: `2026-01-31T00:00:00Z`'),
        inQuery('until', 'Before this time'),
        inQuery('after', 'The `seq` of the last line that you have', { type: 'integer', minimum: 0 }),
      ],
      responses: {
        200: {
          description: 'One `AuditLine` a line, streamed',
          content: { 'application/x-ndjson': { schema: ref('AuditLine') } },
        },
        ...problemResponses('unauthorized', 'scope_missing', 'malformed', 'rate_limited', 'internal'),
      },
    }),
  },
  '/admin/pipelines': {
    get: operator('listPipelines', 'The names of the pipelines', readResponses('The names', 'PipelineList')),
  },
  '/admin/balance': {
    get: operator('readBalance', 'The balance of a currency', {
      parameters: [
        inQuery('currency', 'The currency key', text, true),
        inQuery('pipeline', 'The name of a pipeline. Default: the first one'),
      ],
      ...readResponses(
        'The balance',
        'BalanceView',
        'malformed',
        'pipeline_unknown',
        'refused',
        'service_unavailable',
      ),
    }),
  },
}

/** The schemas that have an id. */
function componentSchemas(): Record<string, object> {
  const { schemas } = z.toJSONSchema(z.globalRegistry, {
    uri: (id) => `#/components/schemas/${id}`,
    io: 'input',
    // `z.int()` has the bounds of safe integers, which mean nothing to a reader.
    override: ({ jsonSchema }) => {
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
    },
  })
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema: _schema, $id: _id, id: _name, ...schema }]) => [
      name,
      schema,
    ]),
  )
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
  paths: { ...payer, ...pages, ...callbacks, ...admin },
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
