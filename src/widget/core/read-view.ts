import type { Money } from '../../contract/money.ts'
import type {
  Action,
  BankLink,
  CheckoutView,
  Method,
  PayerField,
  QrModules,
  Reason,
  ReasonGroup,
  RefundView,
} from '../../contract/view.ts'

type JsonObject = Record<string, unknown>

const methods: readonly Method[] = ['transfer', 'form', 'saved-card']
const fieldKinds: readonly PayerField['kind'][] = ['text', 'email', 'tel', 'digits', 'iban', 'select']
const refundStates: readonly RefundView['state'][] = ['requested', 'pending', 'succeeded', 'failed']
const reasonGroups: readonly ReasonGroup[] = [
  'none',
  'technical',
  'authorization',
  'business',
  'risk',
  'user',
  'issuer',
]

/** Seconds between requests if the server does not send `pollAfter`. */
const defaultPollAfter = 3
/** Seconds between requests if the server sends `final` or no next request for a view that can still change. */
const slowPollAfter = 30

/** Parses JSON text; null if it is invalid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * Validates a view from the merchant's server; null if it is not one. Only `id`, `status`, `final`, `amount` and
 * `action` are required, and the rest has neutral defaults. An unknown status is read as `pending`, never as paid, and
 * what contradicts the status is left out. So is the client secret.
 */
export function readView(body: unknown): CheckoutView | null {
  if (!isObject(body)) return null
  const amount = readMoney(body['amount'])
  const id = readIdentifier(body['id'])
  const { status, final } = body
  if (!id || !amount || typeof status !== 'string' || typeof final !== 'boolean') return null
  const members = {
    id,
    order: readString(body['order']) ?? '',
    amount,
    paid: readMoney(body['paid']),
    method: readMethod(body['method']),
    methods: readArray(body['methods']).flatMap((item) => readMethod(item) ?? []),
    fields: readFields(body['fields']),
    attempts: readCount(body['attempts']) ?? 1,
    action: null,
    reason: null,
    retry: body['retry'] === true,
    canReplace: body['canReplace'] === true,
    canClaim: body['canClaim'] === true,
    canExtend: body['canExtend'] === true,
    claim: readClaim(body['claim']),
    refunds: readItems(body['refunds'], readRefund),
    reportedSentAt: readTimestamp(body['reportedSentAt']) ?? undefined,
    expiresAt: readTimestamp(body['expiresAt']),
    now: readString(body['now']) ?? '',
    savedCards: readItems(body['savedCards'], (card) => {
      const cardId = readIdentifier(card['id'])
      return cardId ? { id: cardId, label: readString(card['label']) ?? '' } : null
    }),
    merchant: readMerchant(body['merchant']),
    next: readTexts(body['next'], ['text', 'url']),
    version: readIdentifier(body['version']) ?? '',
  }
  const given = readPollAfter(body['pollAfter'])
  const pollAfter = final ? null : given
  const open = { final: false, pollAfter: final ? slowPollAfter : given } as const
  switch (status) {
    case 'choosing':
      return { ...members, ...open, status, attempts: 0, method: null, paid: null }
    case 'preparing':
      return { ...members, ...open, status }
    case 'succeeded':
      return { ...members, status, final: true, pollAfter: null, paid: members.paid ?? amount }
    case 'failed':
      return { ...members, status, final, pollAfter, reason: readReason(body['reason']) }
    case 'expired':
      return { ...members, status, final, pollAfter }
    default:
      return { ...members, ...open, status: 'pending', action: readAction(body['action']) }
  }
}

function readRefund({ amount, state }: JsonObject): RefundView | null {
  const money = readMoney(amount)
  const known = oneOf(refundStates, state)
  return money && known && { amount: money, state: known }
}

function readClaim(value: unknown): CheckoutView['claim'] {
  const { number = '', at = '', ...texts } = readTexts(value, ['number', 'at', 'reason', 'text']) ?? {}
  const state = isObject(value) && oneOf(['open', 'accepted', 'declined'] as const, value['state'])
  return state ? { ...texts, number, at, state } : undefined
}

/** Compares two views, except for `now`, `pollAfter` and `version`. */
export function sameView(a: CheckoutView | null, b: CheckoutView | null): boolean {
  const comparable = (view: CheckoutView | null) =>
    view && JSON.stringify({ ...view, now: '', pollAfter: 0, version: '' })
  return comparable(a) === comparable(b)
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null
}

/** Blank text is read as missing. */
function readString(value: unknown): string | null {
  return typeof value === 'string' && /\S/.test(value) ? value : null
}

/** Requires an ISO date, since some browsers parse other text as a date, too. */
function readTimestamp(value: unknown): string | null {
  const timestamp = readString(value)
  return timestamp && /^\d{4}-/.test(timestamp) && Date.parse(timestamp) ? timestamp : null
}

/** Visible ASCII only, since it becomes part of a URL or a header. */
export function readIdentifier(value: unknown): string | null {
  return typeof value === 'string' && /^[\x21-\x7e]{1,4096}$/.test(value) ? value : null
}

function readArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Reads the objects of an array, without those that `readItem` rejects. */
function readItems<Item extends object>(value: unknown, readItem: (item: JsonObject) => Item | null): Item[] {
  return readArray(value).flatMap((item) => (isObject(item) && readItem(item)) || [])
}

function readMoney(value: unknown): Money | null {
  if (!isObject(value)) return null
  const decimal = readString(value['value'])
  const currency = readString(value['currency'])
  return decimal && /^\d+(\.\d+)?$/.test(decimal) && currency ? { value: decimal, currency } : null
}

export function oneOf<Item>(allowed: readonly Item[], value: unknown): Item | null {
  return allowed.find((item) => item === value) ?? null
}

export function readMethod(value: unknown): Method | null {
  return oneOf(methods, value)
}

function readCount(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null
}

function readPollAfter(value: unknown): number {
  if (value === null) return slowPollAfter
  return typeof value === 'number' && value >= 0 ? value : defaultPollAfter
}

function readAction(value: unknown): Action | null {
  if (!isObject(value)) return null
  if (value['type'] === 'redirect') {
    const url = readString(value['url'])
    return url ? { type: 'redirect', url } : null
  }
  if (value['type'] !== 'transfer') return null
  return {
    type: 'transfer',
    card: readString(value['card']),
    recipient: readString(value['recipient']),
    bank: readString(value['bank']),
    phone: readString(value['phone']),
    iban: readString(value['iban']),
    accountNumber: readString(value['accountNumber']),
    qr: readString(value['qr']),
    scheme: readString(value['scheme']),
    formUrl: readString(value['formUrl']),
    code: readModules(value['code']),
    link: readLink(value['link']),
  }
}

/** Requires the size of a QR code, and a bit for each module. */
function readModules(value: unknown): QrModules | null {
  if (!isObject(value)) return null
  const size = readCount(value['size']) ?? 0
  const modules = readString(value['modules']) ?? ''
  const bytes = Math.ceil(size ** 2 / 8)
  const isComplete =
    size % 4 === 1 && size > 20 && size < 178 && modules.length === Math.ceil((bytes * 4) / 3)
  return isComplete && /^[\w-]+$/.test(modules) ? { size, modules } : null
}

/** Opens an app by HTTPS or by a scheme of payment systems; never a script. */
function readLink(value: unknown): BankLink | null {
  if (!isObject(value)) return null
  const url = readString(value['url'])
  return url && /^(https|upi|bank):/.test(url) ? { url, kind: readString(value['kind']) ?? '' } : null
}

function readMerchant(value: unknown): CheckoutView['merchant'] {
  const name = isObject(value) && readString(value['name'])
  return name ? { name, support: readTexts(value['support'], ['email', 'phone', 'url']) } : undefined
}

function readTexts(value: unknown, keys: readonly string[]): Record<string, string> | undefined {
  if (!isObject(value)) return undefined
  return Object.fromEntries(
    keys.flatMap((key) => {
      const text = readString(value[key])
      return text ? [[key, text] as const] : []
    }),
  )
}

/** The methods that have fields, each with at least one. */
function readFields(value: unknown): CheckoutView['fields'] {
  if (!isObject(value)) return undefined
  const entries = methods.flatMap((method) => {
    const fields = readItems(value[method], readField)
    return fields[0] ? [[method, fields] as const] : []
  })
  return entries[0] && Object.fromEntries(entries)
}

/** A field of an unknown kind, or with nothing to select from, is read as text. */
function readField(field: JsonObject): PayerField | null {
  const key = readString(field['key'])
  const options = readItems(field['options'], (option) => {
    const value = readString(option['value'])
    return value ? { value, label: readString(option['label']) ?? value } : null
  })
  const kind = oneOf(fieldKinds, field['kind']) ?? 'text'
  return key
    ? {
        key,
        kind: kind === 'select' && !options[0] ? 'text' : kind,
        required: field['required'] === true,
        pattern: readString(field['pattern']) ?? undefined,
        maxLength: readCount(field['maxLength']) || undefined,
        options: options[0] && options,
        label: readString(field['label']) ?? undefined,
        hint: readString(field['hint']) ?? undefined,
      }
    : null
}

/** A payer field whose value the server does not accept, and the rule it breaks: a `FieldRule`, or a newer one. */
export interface FieldError {
  /** The field's key. */
  key: string
  /** The rule that its value does not meet. */
  rule: string
}

/** Reads the `fields` of a `fields_invalid` problem. */
export function readFieldErrors(value: unknown): FieldError[] {
  return readItems(value, (error) => {
    const key = readString(error['key'])
    return key ? { key, rule: readString(error['rule']) ?? '' } : null
  })
}

function readReason(value: unknown): Reason {
  const { code, group, key } = isObject(value) ? value : {}
  return {
    code: readString(code),
    group: oneOf(reasonGroups, group) ?? 'none',
    key: readString(key) ?? 'unspecified',
  }
}
