import { jsonResponse } from './http.ts'

/** What an error body has besides its label. */
interface ErrorMembers {
  /** Default: the label. */
  message?: string
  description?: string
  code?: string
  id?: string | null
}

/** A response with the service's error body; `statusDescrption` is the spelling on the wire. */
export const serviceError = (
  status: number,
  label = status < 500 ? 'TEMPORARY_ERROR' : 'INTERNAL_SERVER_ERROR',
  { message = label, description, code, id = null }: ErrorMembers = {},
): Response =>
  jsonResponse(
    { label, message, statusDescrption: description ?? null, code, externalTransactionId: id },
    status,
  )

const descriptions: Record<string, string> = {
  BankAccount: 'beneficiary bank account number',
  payeerIdentifier: "the payer's identifier",
}

/** In words: `cardHolder` is the card holder. */
const describeField = (key: string): string =>
  descriptions[key] ?? `the ${key.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}`

export const errorResponses = {
  invalidRequest: (message: string, id: string | null) =>
    serviceError(400, 'REQUEST_VALIDATION_ERROR', { message, id }),
  limitReached: (limit: string) =>
    serviceError(400, 'LIMITS_ERROR', { message: `Limit ${limit} has been reached`, description: '0001-0' }),
  duplicate: (id: string) =>
    serviceError(400, 'VALIDATION_ERROR', {
      message: 'An order with this externalTransactionId already exists',
      description: '1-4007',
      code: '1.1.5.1',
      id,
    }),
  missingField: (key: string, id: string) =>
    serviceError(400, 'VALIDATION_ERROR', {
      message: `The required additional field ${key} (${describeField(key)}) is missing`,
      description: '0000-0',
      code: '1.2.4.8',
      id,
    }),
  unauthorized: () => new Response(null, { status: 401, headers: { 'www-authenticate': 'Bearer' } }),
  forbidden: () => new Response(null, { status: 403 }),
  notFound: () => serviceError(404, 'NOT_FOUND', { message: 'Order not found' }),
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
    serviceError(422, 'TEMPORARY_ERROR', { description: '1-4010', code: '1.1.4.3', id }),
  noRoute: (id: string) =>
    serviceError(423, 'TEMPORARY_ERROR', { description: '0000-2', code: '1.2.4.3', id }),
  unknownCurrency: (currency: string, id: string) =>
    serviceError(423, 'TEMPORARY_ERROR', {
      message: `Currency value "${currency}" is unknown`,
      description: '2-00100-2',
      code: '1.2.4.9',
      id,
    }),
  tooManyRequests: (retryAfter: number) =>
    new Response(null, { status: 429, headers: { 'retry-after': String(retryAfter) } }),
}
