import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { z } from 'zod'

export type Profile = 'p2p' | 'form' | 'token' | 'payout'

/** A callback that was sent; it may arrive at any time, repeatedly or never. */
export interface SentCallback {
  url: string
  body: string
  signature: string
}

export const serviceUrls = {
  core: 'http://core.service.test',
  init: 'http://init.service.test',
  token: 'http://token.service.test',
}

/** By pipeline. */
export const profiles: Record<string, Profile> = {
  p2p: 'p2p',
  'p2p-2': 'p2p',
  form: 'form',
  token: 'token',
  payout: 'payout',
}
/** By pipeline. */
export const keyOf = (pipeline: string): string => `the-services-key-of-${pipeline}`
export const keys: readonly string[] = Object.keys(profiles).map(keyOf)
/** By pipeline: forms have one of their own. */
export const privateKeyOf = (pipeline: string): string =>
  pipeline === 'form' ? 'the-key-that-signs-callbacks-of-forms' : 'the-key-that-signs-callbacks'
/** Those that the shop has configured, by pipeline. `shared`: forms have the other one, too. */
export const privateKeysOf = (pipeline: string, shared: number): string[] =>
  shared > 0 && pipeline === 'form' ? [privateKeyOf('form'), privateKeyOf('p2p')] : [privateKeyOf(pipeline)]

/** The hexadecimal SHA-256 of the signed fields as received, and of the private key. */
export const signatureOf = (fields: Record<string, string>, key: string): string => {
  const { externalId, status, amount, orderType } = fields
  return bytesToHex(sha256(new TextEncoder().encode([externalId, status, amount, orderType, key].join(';'))))
}

/** What a callback says, and the pipelines one of whose keys has signed it. */
export function verifiedFields(
  { body, signature }: Pick<SentCallback, 'body' | 'signature'>,
  sharedKeys: number,
) {
  const textOf = (name: string): string => {
    const [, text, number = ''] = new RegExp(`"${name}":(?:"([^"]*)"|([^,}]*))`).exec(body) ?? []
    return text ?? number
  }
  const [externalId, status] = [textOf('externalId'), textOf('status')]
  const fields = { externalId, status, amount: textOf('amount'), orderType: textOf('orderType') }
  const hasSigned = (name: string): boolean =>
    privateKeysOf(name, sharedKeys).some((key) => signature === signatureOf(fields, key))
  return { ...fields, signedBy: Object.keys(profiles).filter(hasSigned) }
}

/** Of a create, or of a lookup by either id. */
export const path =
  /^\/api\/v1\/integration\/(deposit|withdrawal)-order\/(?:([^/]+)\/(status|status-by-external-transaction-id))?$/

const Text = z.string().min(1)
const Deposit = z.strictObject({
  amount: z.string().regex(/^(?=.*[1-9])\d+(\.\d+)?$/),
  currency: z.string(),
  externalTransactionId: Text,
  callbackUrl: z.url().optional(),
  processingRedirectUrl: z.url().optional(),
  failedRedirectUrl: z.url().optional(),
  successRedirectUrl: z.url().optional(),
  additionalFields: z
    .array(z.strictObject({ key: Text, value: z.union([z.string(), z.number(), z.boolean()]) }))
    .optional(),
})
const redirects = { processingRedirectUrl: true, failedRedirectUrl: true, successRedirectUrl: true } as const

/** A create request. Amounts are decimal text. */
export type CreateRequest = z.infer<typeof Deposit>
/** The redirects of a transfer are required, a card is paid by its token, and a payout has no redirects. */
const requests: Record<Profile, z.ZodType<CreateRequest>> = {
  p2p: Deposit.required(redirects),
  form: Deposit,
  token: Deposit.required({ additionalFields: true }),
  payout: Deposit.omit(redirects),
}

/** Half-up, as the service rounds the amounts of transfers. */
function withTwoDecimals(amount: string): string {
  const [whole = '', fraction = ''] = amount.split('.')
  if (fraction.length <= 2) return amount
  const cents = BigInt(whole + fraction.slice(0, 2)) + (Number(fraction.charAt(2)) >= 5 ? 1n : 0n)
  return String(cents).padStart(3, '0').replace(/(..)$/, '.$1')
}

/** The body of a create, as the service reads it; undefined: it is invalid. */
export function readCreate(profile: Profile, text: string): CreateRequest | undefined {
  // A number on the wire, text here: it keeps its digits.
  const body: unknown = JSON.parse(text.replace(/("amount":\s*)(\d+(?:\.\d+)?)(?=\s*[,}])/, '$1"$2"'))
  const { data: request } = requests[profile].safeParse(body)
  if (request === undefined || profile !== 'p2p') return request
  return { ...request, amount: withTwoDecimals(request.amount) }
}
/** The number has the digits of the text. */
export const withAmount = (body: object, amount: string): string =>
  JSON.stringify(body).replace('"amount":null', `"amount":${amount}`)

export const json = (text: string, status = 200, type = 'application/json'): Response =>
  new Response(text, { status, headers: { 'content-type': type } })
type ErrorOf = [status: number, label: string, statusDescrption?: string, code?: string]
export const error = (...[status, label, statusDescrption, code]: ErrorOf): Response =>
  json(JSON.stringify({ label, message: label, statusDescrption, code }), status)
const refusals = {
  invalid: [400, 'REQUEST_VALIDATION_ERROR'],
  missingField: [400, 'VALIDATION_ERROR', '0000-0', '1.2.4.8'],
  duplicate: [400, 'VALIDATION_ERROR', '1-4007', '1.1.5.1'],
  insufficientBalance: [422, 'TEMPORARY_ERROR', '1-4010', '1.1.4.3'],
  noRoute: [423, 'TEMPORARY_ERROR', '0000-2', '1.2.4.3'],
  unknownCurrency: [423, 'TEMPORARY_ERROR', '2-00100-2', '1.2.4.9'],
} satisfies Record<string, ErrorOf>
export type Refusal = keyof typeof refusals

export function refuse(reason: Refusal): Response {
  const body: ErrorOf = refusals[reason]
  return error(...body)
}
export const unsupportedMediaType = (): Response =>
  json(
    '{"type":"about:blank","title":"Unsupported Media Type","status":415}',
    415,
    'application/problem+json',
  )

/** UTC; without an offset as callbacks and some lookups have it. */
export const timeOf = (time: number, hasOffset: boolean): string =>
  new Date(time).toISOString().slice(0, hasOffset ? undefined : -1)

/** Payment details that are no place to pay to. */
export const withoutPlace = [
  { bank: 'Bank', method: 'P2P' },
  { formUrl: '', card: '', iban: ' ', fio: 'Olena Kovalenko' },
  { qrUrl: 'data:,', method: 'P2P' },
]
