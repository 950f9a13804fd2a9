import { componentSchemas, ref, type SchemaName } from './openapi-schemas.ts'
import { type ProblemCode, problems } from './problem.ts'

/** A member of an OpenAPI document, as JSON. */
type Part = Record<string, unknown>

const json = (schema: SchemaName) => ({ content: { 'application/json': { schema: ref(schema) } } })
const answer = (description: string, schema?: SchemaName): Part => ({
  description,
  ...(schema === undefined ? {} : json(schema)),
})

/** The answers of a request that is not served, one for each HTTP status among the codes. */
function refusals(...codes: ProblemCode[]): Part {
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
const jsonRefused = ['malformed', 'body_too_large', 'unsupported_media_type', 'internal'] as const

const checkoutId = inPath('id', 'The id of a checkout: `co_…`')
/** Required by Paypane's own server; a server that gives no `clientSecret` is sent none. */
const clientSecret: Part = {
  name: 'Checkout-Secret',
  in: 'header',
  required: false,
  description:
    'The `clientSecret` of the answer of `POST /checkouts`; without it, or with another one, a checkout is unknown',
  schema: text,
}
const starts = [
  'order_unknown',
  'order_expired',
  'forbidden',
  'amount_changed',
  'card_unknown',
  'method_not_offered',
  'rate_limited',
] as const

const payer: Part = {
  '/checkouts': {
    post: {
      operationId: 'createCheckout',
      summary: 'Pay an order: its checkout is made, or the one that it has comes back in whatever state',
      requestBody: body('CreateCheckout'),
      responses: {
        200: answer('The order has a checkout: this is it', 'CheckoutView'),
        201: answer('The order had no checkout; now it has', 'CheckoutView'),
        202: answer('The payments service has not answered yet: the status is `preparing`', 'CheckoutView'),
        ...refusals(...starts, 'not_retryable', 'attempts_limit', ...jsonRefused),
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
          'With `If-None-Match`: the answer is held until the view changes, at most so many seconds. A server need not support it',
          { type: 'number', minimum: 0, maximum: 25 },
        ),
        {
          name: 'If-None-Match',
          in: 'header',
          required: false,
          description: 'The `ETag` of the view that is known',
          schema: text,
        },
      ],
      responses: {
        200: {
          ...answer('The view', 'CheckoutView'),
          headers: { ETag: { description: 'Weak, of what is stored: not of `now`', schema: text } },
        },
        304: answer('Nothing has changed'),
        ...refusals('checkout_unknown', 'internal'),
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
        200: answer(
          'The view; where `after` is not the number of attempts, nothing was started',
          'CheckoutView',
        ),
        202: answer('The payments service has not answered yet: the status is `preparing`', 'CheckoutView'),
        ...refusals('checkout_unknown', ...starts, 'not_retryable', 'attempts_limit', ...jsonRefused),
      },
    },
  },
  '/cards/{id}': {
    delete: {
      operationId: 'deleteCard',
      summary: 'Removes a saved card of the customer that the client secret proves',
      parameters: [
        inPath('id', 'The id of a saved card'),
        clientSecret,
        inQuery('order', 'Only for a server that gives no `clientSecret`: the order that was opened'),
      ],
      responses: {
        204: answer('Removed'),
        ...refusals('card_unknown', 'internal'),
      },
    },
  },
}

const callback: Part = {
  summary: 'Where the payments service calls back; what the path says is a hint, never proof',
  description:
    'The `Signature` is the SHA-256, in hex, of `externalId;status;amount;orderType;PRIVATE_KEY` over the texts as received. It is stored before it is answered.',
  parameters: [{ name: 'Signature', in: 'header', required: true, schema: text }],
  requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
  responses: {
    200: answer('Kept: it need not be sent again'),
    ...refusals('signature_invalid', 'malformed', 'not_found', 'body_too_large', 'internal'),
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
    parameters: [pipeline, inPath('externalTransactionId', 'The id of the create call')],
    post: { operationId: 'receiveTransactionCallback', ...callback },
  },
}

const operator = (operationId: string, summary: string, rest: Part): Part => ({
  operationId,
  summary,
  security: [{ operator: [] }],
  ...rest,
})
const answers = (description: string, schema: SchemaName, ...codes: ProblemCode[]): Part => ({
  responses: {
    200: answer(description, schema),
    ...refusals('unauthorized', 'rate_limited', 'internal', ...codes),
  },
})
const listParameters = (status: SchemaName): Part => ({
  parameters: [
    inQuery('status', 'Only those of this status', ref(status)),
    inQuery('needs-review', 'Only those that need a human, or only the others', { type: 'boolean' }),
    inQuery('search', 'A reference, an id, an `externalTransactionId` or an `externalId`, whole'),
    inQuery('after', 'The cursor `next` of the page before'),
    inQuery('limit', 'How many: 50 unless said, at most 200', { type: 'integer', minimum: 1, maximum: 200 }),
  ],
})
const resolvesReview = {
  requestBody: body('ResolveReview'),
} as const
const reference = inPath('reference', "The merchant's own payout reference")

const admin: Part = {
  '/admin/checkouts': {
    get: operator('listCheckouts', 'Checkouts, newest first', {
      ...listParameters('Status'),
      ...answers('A page of the list', 'CheckoutList', 'malformed'),
    }),
  },
  '/admin/checkouts/{id}': {
    parameters: [checkoutId],
    get: operator(
      'readCheckoutDetail',
      "One order's whole story",
      answers('The story', 'CheckoutDetail', 'checkout_unknown'),
    ),
  },
  '/admin/checkouts/{id}/review': {
    parameters: [checkoutId],
    post: operator('reviewCheckout', 'Answers a needs-review', {
      ...resolvesReview,
      ...answers('The story', 'CheckoutDetail', 'checkout_unknown', 'not_resolvable', ...jsonRefused),
    }),
  },
  '/admin/checkouts/{id}/reopen': {
    parameters: [checkoutId],
    post: operator('reopenCheckout', 'Makes a checkout payable again; its attempts stay', {
      ...answers('The story', 'CheckoutDetail', 'checkout_unknown', 'not_reopenable'),
    }),
  },
  '/admin/payouts': {
    get: operator('listPayouts', 'Payouts, newest first', {
      ...listParameters('PayoutStatus'),
      ...answers('A page of the list', 'PayoutList', 'malformed'),
    }),
    post: operator('createPayout', 'Pays out, once per reference', {
      requestBody: body('CreatePayout'),
      responses: {
        200: answer('There is this payout under the reference', 'Payout'),
        201: answer('Made now', 'Payout'),
        202: answer('It is not known yet whether the payments service has it', 'Payout'),
        ...refusals('unauthorized', 'rate_limited', 'payout_conflict', 'pipeline_unknown', ...jsonRefused),
      },
    }),
  },
  '/admin/payouts/{reference}': {
    parameters: [reference],
    get: operator(
      'readPayoutDetail',
      "One payout's whole story",
      answers('The story', 'PayoutDetail', 'payout_unknown'),
    ),
  },
  '/admin/payouts/{reference}/review': {
    parameters: [reference],
    post: operator('reviewPayout', 'Answers a needs-review', {
      ...resolvesReview,
      ...answers('The story', 'PayoutDetail', 'payout_unknown', 'not_resolvable', ...jsonRefused),
    }),
  },
  '/admin/pipelines': {
    get: operator('listPipelines', 'The names of the pipelines', answers('The names', 'PipelineList')),
  },
  '/admin/balance': {
    get: operator('readBalance', 'The balance of a currency', {
      parameters: [
        inQuery('currency', 'The currency key', text, true),
        inQuery('pipeline', 'The name of a pipeline; the first one unless said'),
      ],
      ...answers(
        'The seven figures',
        'Balance',
        'malformed',
        'pipeline_unknown',
        'refused',
        'service_unavailable',
      ),
    }),
  },
}

/** The view and the HTTP API of a merchant's server, as an OpenAPI 3.1 document. */
export const openApi = (): Part => ({
  openapi: '3.1.1',
  info: {
    title: "Paypane: a merchant's server",
    version: '1',
    description:
      "What the pane asks of a merchant's server, and what Paypane's own server offers besides. A server in another language needs `POST /checkouts`, `GET /checkouts/{id}` and a callback address. Every answer is `Cache-Control: private, no-store`.",
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [{ url: '/pay', description: 'Wherever it is mounted' }],
  paths: { ...payer, ...callbacks, ...admin },
  components: {
    schemas: componentSchemas(),
    securitySchemes: { operator: { type: 'http', scheme: 'bearer', description: '`ADMIN_TOKEN`' } },
  },
})
