import type { ExternalParams, PaymentDetails } from '../service/order.ts'
import type { Profile } from '../service/pipeline.ts'
import type { Confirmation, UsedCard } from './cards.ts'

export interface HistoryEntry {
  /** Milliseconds since the epoch, on the sandbox's clock. */
  time: number
  action: string | null
  newCode: string
}

/** Where the payer is sent; absent addresses are null. */
export interface Redirects {
  processing: string | null
  success: string | null
  failed: string | null
}

/** How an order's callbacks are delivered. `newest-first` holds them back until the final one has been sent. */
export type DeliveryMode = 'normal' | 'lost' | 'twice' | 'newest-first'

/** An order as the sandbox stores it. The levers return it as it is. */
export interface SandboxOrder {
  externalId: string
  externalTransactionId: string
  /** The pipeline that made it, by name. */
  pipeline: string
  profile: Profile
  status: string
  /** Plain decimal text, the digits that the wire will carry. */
  amount: string
  /** The amount it was made with, while `amount` may change. */
  requestedAmount: string
  currency: string
  callbackUrl: string | null
  redirects: Redirects
  additionalFields: { key: string; value: string | number | boolean }[]
  paymentDetails: PaymentDetails | null
  /** The payment page: of every deposit but those that have none. */
  formUrl: string | null
  externalParams: ExternalParams | null
  /** The card it is paid with, once that is known. */
  card: UsedCard | null
  /** What the payer must still confirm on the payment page, and the code it fails with all the same. */
  pendingConfirmation: { method: Exclude<Confirmation, 'none'>; failsWith: string | null } | null
  history: HistoryEntry[]
  createdAt: number
  deliveryMode: DeliveryMode
  /** When the merchant first acknowledged the callback of the final status. */
  confirmedAt: number | null
}

/** Words for the history: the interface lets `action` be null, and of what stage 6 says the sandbox leaves it so. */
const actionByStage: Record<string, string> = {
  '1': 'Order accepted',
  '2': 'Sent to the gateway',
  '3': 'Payment form',
  '4': 'Gateway asked',
  '5': 'Gateway reported',
}

export const historyEntry = (newCode: string, time: number): HistoryEntry => ({
  time,
  action: actionByStage[newCode.charAt(0)] ?? null,
  newCode,
})

/** `Deposit` or `Withdrawal`, as callbacks name it. */
export const orderType = (profile: Profile): 'Deposit' | 'Withdrawal' =>
  profile === 'payout' ? 'Withdrawal' : 'Deposit'

/** An order as the levers show it: times in RFC 3339, the newest history last. */
export const orderJson = (order: SandboxOrder) => ({
  ...order,
  orderType: orderType(order.profile),
  createdAt: rfc3339(order.createdAt),
  confirmedAt: order.confirmedAt === null ? null : rfc3339(order.confirmedAt),
  history: sortedByTime(order.history).map((entry) => ({ ...entry, time: rfc3339(entry.time) })),
})
/** An order as the levers tell of it: times as RFC 3339. */
export type OrderJson = ReturnType<typeof orderJson>

export const rfc3339 = (time: number): string => new Date(time).toISOString()

/** Entries that were written late stand where they belong. */
export const sortedByTime = (history: HistoryEntry[]): HistoryEntry[] =>
  history.toSorted((a, b) => a.time - b.time)
