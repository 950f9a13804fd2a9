import { jsonResponse } from './http.ts'

/** The service's error body; `statusDescrption` is the spelling on the wire. */
interface ErrorBody {
  label: string
  message: string
  statusDescrption: string | null
  code?: string
}

const errorResponse = (status: number, error: ErrorBody, externalTransactionId: string | null) =>
  jsonResponse({ ...error, externalTransactionId }, status)

const descriptions: Record<string, string> = {
  BankAccount: 'beneficiary bank account number',
  payeerIdentifier: "the payer's identifier",
}

/** In words: `cardHolder` is the card holder. */
const describeField = (key: string): string =>
  descriptions[key] ?? `the ${key.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}`

/** The service's error responses, one function for each. */
export const errorResponses = {
  invalidRequest: (message: string, id: string | null) =>
    errorResponse(400, { label: 'REQUEST_VALIDATION_ERROR', message, statusDescrption: null }, id),
  limitReached: (limit: string) =>
    errorResponse(
      400,
      { label: 'LIMITS_ERROR', message: `Limit ${limit} has been reached`, statusDescrption: '0001-0' },
      null,
    ),
  duplicate: (id: string) =>
    errorResponse(
      400,
      {
        label: 'VALIDATION_ERROR',
        message: 'An order with this externalTransactionId already exists',
        statusDescrption: '1-4007',
        code: '1.1.5.1',
      },
      id,
    ),
  missingField: (key: string, id: string) =>
    errorResponse(
      400,
      {
        label: 'VALIDATION_ERROR',
        message: `The required additional field ${key} (${describeField(key)}) is missing`,
        statusDescrption: '0000-0',
        code: '1.2.4.8',
      },
      id,
    ),
  unauthorized: () => new Response(null, { status: 401, headers: { 'www-authenticate': 'Bearer' } }),
  forbidden: () => new Response(null, { status: 403 }),
  notFound: () =>
    errorResponse(404, { label: 'NOT_FOUND', message: 'Order not found', statusDescrption: null }, null),
  unsupportedMediaType: () =>
    new Response(
      JSON.stringify({
        type: 'https://www.rfc-editor.org/rfc/rfc9110#section-15.5.16',
        title: 'Unsupported Media Type',
        status: 415,
        traceId: crypto.randomUUID(),
      }),
      { status: 415, headers: { 'content-type': 'application/problem+json' } },
    ),
  insufficientFunds: (id: string) =>
    errorResponse(
      422,
      { label: 'TEMPORARY_ERROR', message: 'TEMPORARY_ERROR', statusDescrption: '1-4010', code: '1.1.4.3' },
      id,
    ),
  noRoute: (id: string) =>
    errorResponse(
      423,
      { label: 'TEMPORARY_ERROR', message: 'TEMPORARY_ERROR', statusDescrption: '0000-2', code: '1.2.4.3' },
      id,
    ),
  unknownCurrency: (currency: string, id: string) =>
    errorResponse(
      423,
      {
        label: 'TEMPORARY_ERROR',
        message: `Currency value "${currency}" is unknown`,
        statusDescrption: '2-00100-2',
        code: '1.2.4.9',
      },
      id,
    ),
  tooManyRequests: (retryAfter: number) =>
    new Response(null, { status: 429, headers: { 'retry-after': String(retryAfter) } }),
  internal: () =>
    errorResponse(
      500,
      { label: 'INTERNAL_SERVER_ERROR', message: 'INTERNAL_SERVER_ERROR', statusDescrption: null },
      null,
    ),
}
