import { z } from 'zod'
import { isAmount, roundHalfUp, withDecimals } from './amount.ts'
import { InvalidRequestError } from './errors.ts'
import { JsonNumber } from './json.ts'
import type { DepositProfile, Profile } from './pipeline.ts'
import { LenientText, tryParseJson } from './wire-schemas.ts'

/** Whether an id can be a path segment. A lone surrogate cannot be encoded; `.` and `..` are path steps. */
export const isValidPathId = (id: string): boolean =>
  id !== '' && id !== '.' && id !== '..' && id.isWellFormed()

/** A field that a pipeline requires, such as `cardStorageToken` or `bankName`. */
export interface AdditionalField {
  /** Exactly as agreed with the service; lower camel case. */
  key: string
  /** Long numbers are text: a number whose digits a double cannot hold is refused. */
  value: string | number | boolean
}

/** A field as received: its number may keep the text, which is sent as it is. */
export interface ReceivedField {
  key: string
  value: AdditionalField['value'] | JsonNumber
}

/** The request of a payout. */
export interface PayoutRequest {
  /** Decimal text in major units, sent as a JSON number with these digits and at least two decimals. */
  amount: string
  /** The currency key exactly as the service defines it. */
  currency: string
  /** The merchant's identifier. Never reuse it: an unknown outcome is looked up by it. */
  externalTransactionId: string
  /** Where callbacks of this order are sent. Default: the address configured at the service. */
  callbackUrl?: string
  /** Further fields as agreed with the service. */
  additionalFields?: AdditionalField[]
}

/** The request of a deposit. P2P requires the three redirect addresses, `token` the field `cardStorageToken`. */
export interface DepositRequest extends PayoutRequest {
  /** Where the payer returns while the payment is processing. Absolute, like the other two. */
  processingRedirectUrl?: string
  /** Where the payer returns after a failure. A return proves nothing. */
  failedRedirectUrl?: string
  /** Where the payer returns after a success. A return proves nothing. */
  successRedirectUrl?: string
}

const urlMessage = 'must be an absolute address'
const idMessage = 'must be text that can stand in an address, not empty, "." or ".."'
const amountMessage = 'must be decimal text greater than 0, such as "100.00"'
const keyMessage = 'must be text that is not empty'
const valueMessage = 'must be text, a finite number, true or false'

const AbsoluteUrl = z.string(urlMessage).refine((text) => URL.canParse(text), urlMessage)

/** A double holds any number of 15 significant digits, and integers up to 2^53. */
const holdsItsDigits = (value: number): boolean =>
  Number.isSafeInteger(value) || (!Number.isInteger(value) && Number(value.toPrecision(15)) === value)

const Plain = z.union([z.string(), z.number(), z.boolean()], valueMessage)

/** Fields whose numbers have not lost digits, no key twice. */
const fieldsOf = <Value extends ReceivedField['value']>(
  value: z.ZodType<Value>,
): z.ZodType<{ key: string; value: Value }[]> =>
  z
    .array(z.object({ key: z.string(keyMessage).min(1, keyMessage), value }), 'must be a list')
    .superRefine((fields, context) => {
      const addProblem = (path: (string | number)[], message: string): void =>
        context.addIssue({ code: 'custom', path, message })
      const keys = fields.map(({ key }) => key)
      for (const [index, { key, value }] of fields.entries()) {
        if (keys.indexOf(key) < index) addProblem([index, 'key'], `"${key}" is given twice`)
        if (typeof value === 'number' && !holdsItsDigits(value))
          addProblem([index, 'value'], `of "${key}" is a number that has lost digits: pass it as text`)
      }
    })

/** The additional fields that the merchant's own code returns. */
export const AdditionalFields: z.ZodType<AdditionalField[]> = fieldsOf(Plain)

const ReceivedFields: z.ZodType<ReceivedField[]> = fieldsOf(
  z.union([Plain, z.instanceof(JsonNumber)], valueMessage),
)

const Payout = z.object(
  {
    amount: z.string(amountMessage).refine(isAmount, amountMessage),
    currency: z.string('must be text'),
    externalTransactionId: z.string(idMessage).refine(isValidPathId, idMessage),
    callbackUrl: AbsoluteUrl.optional(),
    additionalFields: ReceivedFields.optional(),
  },
  'must be an object',
)

const Deposit = Payout.extend({
  processingRedirectUrl: AbsoluteUrl.optional(),
  failedRedirectUrl: AbsoluteUrl.optional(),
  successRedirectUrl: AbsoluteUrl.optional(),
})

/** What each kind of deposit requires beyond the common fields. */
const depositSchemas = {
  p2p: Deposit.extend({
    processingRedirectUrl: AbsoluteUrl,
    failedRedirectUrl: AbsoluteUrl,
    successRedirectUrl: AbsoluteUrl,
  }),
  form: Deposit,
  token: Deposit.refine(
    ({ additionalFields }) =>
      additionalFields?.some(({ key, value }) => key === 'cardStorageToken' && value !== ''),
    { path: ['additionalFields'], message: 'must hold a cardStorageToken' },
  ),
}

/** The amount of an order: P2P is rounded half-up to two decimals, every other profile keeps its value. */
export const orderAmount = (profile: Profile, amount: string): string =>
  profile === 'p2p' ? roundHalfUp(amount, 2) : amount

/**
 * The exact text of a deposit's create call, to be kept before it is sent and sent again as it is.
 * @throws `InvalidRequestError` before anything is sent; it names the field and holds none of the values.
 * @example
 * depositBody('form', { amount: '100.00', currency: 'UAH', externalTransactionId: 'A-1' })
 * // '{"amount":100.00,"currency":"UAH","externalTransactionId":"A-1"}'
 */
export function depositBody(profile: DepositProfile, request: DepositRequest): string {
  return prepareDeposit(profile, request).body
}

/** As `depositBody`, with the amount in the body, which the payer has to pay. */
export function prepareDeposit(
  profile: DepositProfile,
  request: DepositRequest,
): { body: string; amount: string } {
  const { amount: requested, ...rest } = parseRequest(depositSchemas[profile], request)
  const amount = withDecimals(orderAmount(profile, requested), 2)
  if (!isAmount(amount)) throw new InvalidRequestError('Nothing was sent: amount rounds to 0.')
  return { body: serializeBody(amount, rest), amount }
}

/**
 * The exact text of a payout's create call, to be kept before it is sent and sent again as it is.
 * @throws `InvalidRequestError` before anything is sent; it names the field and holds none of the values.
 * @example payoutBody({ amount: '100.00', currency: 'UAH', externalTransactionId: 'P-1' })
 */
export function payoutBody(request: PayoutRequest): string {
  return receivedPayoutBody(request)
}

/** Like `payoutBody`, for fields whose numbers keep their text. */
export function receivedPayoutBody(
  request: Omit<PayoutRequest, 'additionalFields'> & { additionalFields?: ReceivedField[] },
): string {
  const { amount, ...rest } = parseRequest(Payout, request)
  return serializeBody(withDecimals(amount, 2), rest)
}

/** Numbers are written by their digits: as a JavaScript number `100.00` would become `100`, and long ones would change. */
function serializeBody(
  amount: string,
  { additionalFields, ...rest }: { additionalFields?: ReceivedField[] | undefined },
): string {
  const fields = additionalFields?.map(serializeField).join(',')
  const members = [
    `"amount":${amount}`,
    JSON.stringify(rest).slice(1, -1),
    ...(fields === undefined ? [] : [`"additionalFields":[${fields}]`]),
  ]
  return `{${members.join(',')}}`
}

const serializeField = ({ key, value }: ReceivedField): string =>
  `{"key":${JSON.stringify(key)},"value":${value instanceof JsonNumber ? value.text : JSON.stringify(value)}}`

const SentFields = z.object({ additionalFields: z.array(z.object({ value: LenientText })) })

/** The values of the additional fields in a body, as text. */
export const fieldValuesOf = (body: string): string[] =>
  SentFields.safeParse(tryParseJson(body)).data?.additionalFields.flatMap(({ value }) => value ?? []) ?? []

function parseRequest<Request>(schema: z.ZodType<Request>, request: unknown): Request {
  const parsed = schema.safeParse(request)
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map(
    ({ path, message }) => `${path.join('.') || 'the request'} ${message}`,
  )
  throw new InvalidRequestError(`Nothing was sent: ${problems.join('; ')}.`)
}

/** @throws `InvalidRequestError` if the id cannot be a path segment. */
export function pathSegment(id: string): string {
  if (isValidPathId(id)) return encodeURIComponent(id)
  throw new InvalidRequestError(`Nothing was sent: the identifier of the order ${idMessage}.`)
}
