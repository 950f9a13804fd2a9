import type { Money } from '../../contract/money.ts'
import type { Action, CheckoutView, Method, Reason, ReasonGroup, Status } from '../../contract/view.ts'

type Fields = Record<string, unknown>

const statuses: readonly Status[] = ['choosing', 'preparing', 'pending', 'succeeded', 'failed', 'expired']
const methods: readonly Method[] = ['transfer', 'form', 'saved-card']
const groups: readonly ReasonGroup[] = [
  'none',
  'technical',
  'authorization',
  'business',
  'risk',
  'user',
  'issuer',
]

/** How long to rest between questions where a server does not say. */
const usualRest = 3

/**
 * The view as a merchant's server sent it, or null where it is none. Only `id`, `status`, `final`, `amount` and
 * `action` are asked of a server; the rest has a neutral reading. An unknown status is never read as paid.
 */
export function readView(body: unknown): CheckoutView | null {
  if (!isFields(body)) return null
  const amount = readMoney(body['amount'])
  const id = reference(body['id'])
  const final = body['final']
  if (!id || !amount || typeof body['status'] !== 'string' || typeof final !== 'boolean') return null
  const status = oneOf(statuses, body['status']) ?? 'pending'
  return {
    id,
    order: text(body['order']) ?? '',
    status,
    final,
    amount,
    paid: readMoney(body['paid']),
    method: oneOf(methods, body['method']),
    methods: list(body['methods']).flatMap((item) => oneOf(methods, item) ?? []),
    attempt: readCount(body['attempt']) ?? (status === 'choosing' ? 0 : 1),
    action: readAction(body['action']),
    reason: readReason(body['reason']),
    retry: body['retry'] === true,
    expiresAt: moment(body['expiresAt']),
    now: text(body['now']) ?? '',
    pollAfter: final ? null : readPollAfter(body['pollAfter']),
    savedCards: list(body['savedCards']).flatMap((card) => {
      if (!isFields(card)) return []
      const cardId = reference(card['id'])
      return cardId ? { id: cardId, label: text(card['label']) ?? '' } : []
    }),
    version: reference(body['version']) ?? '',
  }
}

/** Whether two views say the same, whatever the clock says. */
export function sameView(a: CheckoutView | null, b: CheckoutView | null): boolean {
  const timeless = (view: CheckoutView | null) =>
    view && JSON.stringify({ ...view, now: '', pollAfter: 0, version: '' })
  return timeless(a) === timeless(b)
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

/** Words are none, though browsers read a date into some. */
function moment(value: unknown): string | null {
  const read = text(value)
  return read && /^\d{4}-/.test(read) && Date.parse(read) ? read : null
}

/** Goes into an address or a header, so it is plain visible ASCII. */
function reference(value: unknown): string | null {
  return typeof value === 'string' && /^[\x21-\x7e]{1,512}$/.test(value) ? value : null
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function readMoney(value: unknown): Money | null {
  if (!isFields(value)) return null
  const decimal = text(value['value'])
  const currency = text(value['currency'])
  return decimal && /^\d+(\.\d+)?$/.test(decimal) && currency ? { value: decimal, currency } : null
}

function oneOf<Word>(words: readonly Word[], value: unknown): Word | null {
  return words.find((word) => word === value) ?? null
}

function readCount(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null
}

function readPollAfter(value: unknown): number | null {
  if (value === null) return null
  return typeof value === 'number' && value >= 0 ? value : usualRest
}

function readAction(value: unknown): Action | null {
  if (!isFields(value)) return null
  if (value['type'] === 'redirect') {
    const url = text(value['url'])
    return url ? { type: 'redirect', url } : null
  }
  if (value['type'] !== 'transfer') return null
  return {
    type: 'transfer',
    card: text(value['card']),
    recipient: text(value['recipient']),
    bank: text(value['bank']),
    phone: text(value['phone']),
    iban: text(value['iban']),
    accountNumber: text(value['accountNumber']),
    qr: text(value['qr']),
    scheme: text(value['scheme']),
    formUrl: text(value['formUrl']),
  }
}

function readReason(value: unknown): Reason | null {
  if (!isFields(value)) return null
  return {
    code: text(value['code']),
    group: oneOf(groups, value['group']) ?? 'none',
    key: text(value['key']) ?? 'unspecified',
  }
}
