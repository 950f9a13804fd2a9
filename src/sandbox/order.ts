import { withDecimals } from '../service/amount.ts'
import type { ExternalParams, PaymentDetails } from '../service/order.ts'
import type { Profile } from '../service/pipeline.ts'
import type { AdditionalField } from '../service/request.ts'
import type { Confirmation, UsedCard } from './cards.ts'
import type { Config } from './config.ts'

export interface HistoryEntry {
  /** Milliseconds since the epoch, on the sandbox's clock. */
  time: number
  /** The service's words. */
  action: string | null
  /** The action code. */
  newCode: string
}

/** The redirect addresses; absent ones are null. */
interface Redirects {
  /** While the outcome is open. */
  processing: string | null
  /** After success. */
  success: string | null
  /** After a failure. */
  failed: string | null
}

/** How an order's callbacks are delivered. `newest-first` holds them back until the final one has been sent. */
export type DeliveryMode = 'normal' | 'lost' | 'twice' | 'newest-first'

/** An order as the sandbox stores it. */
export interface SandboxOrder {
  /** The sandbox's id. */
  externalId: string
  /** The merchant's id. */
  externalTransactionId: string
  /** The name of the pipeline that created it. */
  pipeline: string
  /** Of that pipeline. */
  profile: Profile
  /** Its status, such as `Processing`. */
  status: string
  /** Plain decimal text with the digits of the wire. */
  amount: string
  /** The amount of the create request; `amount` may change. */
  requestedAmount: string
  /** The currency key. */
  currency: string
  /** The dynamic callback address. */
  callbackUrl: string | null
  /** Where the payer returns to. */
  redirects: Redirects
  /** As the merchant sent them. */
  additionalFields: AdditionalField[]
  /** As the create response had them. */
  paymentDetails: PaymentDetails | null
  /** The payment page; null for payouts and deposits without a form. */
  formUrl: string | null
  /** Card data. */
  externalParams: ExternalParams | null
  /** The card, once it is known. */
  card: UsedCard | null
  /** The confirmation that the payer still has to give. */
  pendingConfirmation: {
    /** How the payer confirms. */
    method: Exclude<Confirmation, 'none'>
    /** It fails with this action code even if confirmed. */
    failsWith: string | null
  } | null
  /** What has happened to it. */
  history: HistoryEntry[]
  /** Milliseconds since the epoch. */
  createdAt: number
  /** How its callbacks are delivered. */
  deliveryMode: DeliveryMode
  /** When the merchant first acknowledged the callback of the final status. */
  confirmedAt: number | null
}

/** The history's `action` by stage; null for stage 6. */
const actionByStage: Record<string, string> = {
  '1': 'Order accepted',
  '2': 'Sent to the gateway',
  '3': 'Payment form',
  '4': 'Gateway checked',
  '5': 'Gateway reported',
}

export const historyEntry = (newCode: string, time: number): HistoryEntry => ({
  time,
  action: actionByStage[newCode.charAt(0)] ?? null,
  newCode,
})

/** The history of a status response or callback, as configured. */
export function historyMember(
  history: readonly HistoryEntry[],
  { mode, times }: { mode: Config['statusHistory']; times: Config['statusTimes'] },
  { historyActions, historyCodes }: Config,
) {
  if (mode === 'absent') return undefined
  return (mode === 'empty' ? [] : history).map(({ time, action, newCode }) => ({
    time: times === 'utc' ? rfc3339(time) : rfc3339(time).replace(/Z$/, ''),
    action: historyActions === 'null' ? null : action,
    newCode: historyCodes === 'null' ? null : newCode,
  }))
}

/** The `orderType` of callbacks. */
export const orderType = (profile: Profile): 'Deposit' | 'Withdrawal' =>
  profile === 'payout' ? 'Withdrawal' : 'Deposit'

/** What the controls return of an order in another form. */
interface JsonMembers {
  /** As in callbacks. */
  orderType: 'Deposit' | 'Withdrawal'
  /** When it was created. */
  createdAt: string
  /** When the merchant first acknowledged the callback of the final status. */
  confirmedAt: string | null
  /** What has happened to it, sorted by time. */
  history: (Omit<HistoryEntry, 'time'> & {
    /** RFC 3339, UTC. */
    time: string
  })[]
}

/** An order as the controls return it. */
export const orderJson = (
  order: SandboxOrder,
): Omit<SandboxOrder, keyof JsonMembers> & ShopOrder & JsonMembers => ({
  ...order,
  ...shopOrder(order),
  orderType: orderType(order.profile),
  createdAt: rfc3339(order.createdAt),
  confirmedAt: order.confirmedAt === null ? null : rfc3339(order.confirmedAt),
  history: sortedByTime(order.history).map((entry) => ({ ...entry, time: rfc3339(entry.time) })),
})

/** An order as JSON, with times in RFC 3339. */
export type OrderJson = ReturnType<typeof orderJson>

/** An amount with the digits that the configuration selects. */
export function amountText(amount: string, digits: Config['amountDigits']): string {
  switch (digits) {
    case 'sent':
      return amount
    case 'shortest':
      return amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount
    case 'two-decimals':
      return withDecimals(amount, 2)
  }
}

export const rfc3339 = (time: number): string => new Date(time).toISOString()

/** Late entries are moved to their time. */
export const sortedByTime = (history: HistoryEntry[]): HistoryEntry[] =>
  history.toSorted((a, b) => a.time - b.time)

/** The shop of an order and its reference, as far as the create request contains them. */
interface ShopOrder {
  /** The host that the payer returns to; null without redirect addresses. */
  shop: string | null
  /** The reference in the redirect address, also in an order token; without a readable one, the `externalTransactionId`. */
  reference: string
}

export function shopOrder({ redirects, externalTransactionId }: SandboxOrder): ShopOrder {
  const address = redirects.success ?? redirects.processing ?? redirects.failed
  if (address === null) return { shop: null, reference: externalTransactionId }
  const { host, searchParams } = new URL(address)
  const given = searchParams.get('order') ?? ''
  const reference = tokenSubject(given) ?? given
  const isReadable = /^[\w-]{1,40}$/.test(reference)
  return { shop: host || null, reference: isReadable ? reference : externalTransactionId }
}

/** The order in an order token (JWS compact), unverified: it is only shown. */
function tokenSubject(token: string): string | null {
  const [, claims = '', signature] = token.split('.')
  if (signature === undefined) return null
  try {
    const parsed: unknown = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')))
    return typeof parsed === 'object' && parsed !== null && 'sub' in parsed ? String(parsed.sub) : null
  } catch {
    return null
  }
}

const nullParams: ExternalParams = {
  cardToken: null,
  cardStorageToken: null,
  cardHolder: null,
  cardNumber: null,
}

/** The `externalParams` of a status response or callback, as configured. */
export function paramsMember(
  params: ExternalParams | null,
  mode: Config['statusExternalParams'],
): ExternalParams | undefined {
  if (mode === 'null') return nullParams
  return mode === 'absent' ? undefined : (params ?? undefined)
}
