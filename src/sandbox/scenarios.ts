import { plainAmount } from '../service/amount.ts'
import type { Effect } from './faults.ts'
import type { DeliveryMode } from './order.ts'
import type { OrderEvent } from './transitions.ts'

/** An automatic event, `after` seconds after the order was created on the sandbox's clock. */
export type PlannedEvent = { after: number } & (
  | { action: OrderEvent; code?: string }
  | { action: 'history'; code: string }
  | { action: 'amount'; percent: number }
  | { action: 'forge' }
)

/** The course of an order whose amount has these cents. */
export interface Scenario {
  cents: string
  /** Shown on the start page and in the documentation. */
  description: string
  /** Created but failed, with this action code. */
  failsWith?: string
  /** The create is refused; no order is created. */
  refusal?: 'limitReached' | 'noRoute' | 'insufficientFunds'
  /** The fault of the first create with an `externalTransactionId`. */
  fault?: { effect: Effect; commit?: true }
  /** The response has no payment details, only the form's address. */
  formOnly?: true
  deliveryMode?: DeliveryMode
  plannedEvents?: PlannedEvent[]
}

const paidAt = (after: number): PlannedEvent => ({ after, action: 'pay' })
const failedAt = (after: number, code: string): PlannedEvent => ({ after, action: 'fail', code })
const scenario = (
  cents: string,
  description: string,
  course: Omit<Scenario, 'cents' | 'description'>,
): Scenario => ({ cents, description, ...course })

/** Orders with any other cents wait for the payer or a control. */
export const scenarios: readonly Scenario[] = [
  scenario('01', 'Succeeds after 5 seconds', { plannedEvents: [paidAt(5)] }),
  scenario('02', 'Fails after 5 seconds, no reason given', { plannedEvents: [failedAt(5, '4.1.4.00')] }),
  scenario('03', 'Created but failed: the response is 200 with Failed', { failsWith: '2.2.4.13' }),
  scenario('04', 'Fails after 5 seconds; a P2P deposit is corrected to Success a minute later', {
    plannedEvents: [failedAt(5, '4.1.4.00'), { after: 65, action: 'correct' }],
  }),
  scenario('05', 'Succeeds after 5 seconds with 90 % of the amount', {
    plannedEvents: [{ after: 5, action: 'amount', percent: 90 }, paidAt(5)],
  }),
  scenario('06', 'Succeeds after 5 seconds; every callback is sent twice', {
    deliveryMode: 'twice',
    plannedEvents: [paidAt(5)],
  }),
  scenario('07', 'Succeeds after 5 seconds; callbacks are sent newest first', {
    deliveryMode: 'newest-first',
    plannedEvents: [paidAt(5)],
  }),
  scenario('08', 'Succeeds after 5 seconds; every callback is lost', {
    deliveryMode: 'lost',
    plannedEvents: [paidAt(5)],
  }),
  scenario('09', 'A forged callback claims Success after 5 seconds; the order does not change', {
    plannedEvents: [{ after: 5, action: 'forge' }],
  }),
  scenario('13', 'Gateway checks fail for a minute, then succeeds', {
    plannedEvents: [
      { after: 5, action: 'history', code: '4.2.2.13' },
      { after: 30, action: 'history', code: '4.2.2.13' },
      paidAt(60),
    ],
  }),
  scenario('41', 'Fails after 5 seconds: antifraud', { plannedEvents: [failedAt(5, '4.1.4.41')] }),
  scenario('61', 'Fails after 5 seconds: card blocked', { plannedEvents: [failedAt(5, '4.1.4.61')] }),
  scenario('62', 'Fails after 5 seconds: card not supported', { plannedEvents: [failedAt(5, '4.1.4.62')] }),
  scenario('63', 'Fails after 5 seconds: insufficient funds', { plannedEvents: [failedAt(5, '4.1.4.63')] }),
  scenario('81', 'The connection breaks before an order is created (once)', {
    fault: { effect: 'drop-before' },
  }),
  scenario('82', 'The order is created, then the connection breaks', { fault: { effect: 'drop-after' } }),
  scenario('83', 'The order is created, the response is 503', {
    fault: { effect: 'status:503', commit: true },
  }),
  scenario('84', 'The order is created, the response is malformed', { fault: { effect: 'malformed' } }),
  scenario('85', 'No order is created, the response is 500 (once)', { fault: { effect: 'status:500' } }),
  scenario('86', 'Refused: a limit is reached', { refusal: 'limitReached' }),
  scenario('87', 'Refused: no route', { refusal: 'noRoute' }),
  scenario('88', 'A payout is refused: insufficient balance', { refusal: 'insufficientFunds' }),
  scenario('89', 'No payment details, only the payment form', { formOnly: true }),
]

const byCents = new Map(scenarios.map((one) => [one.cents, one]))

/** The scenario of a plain decimal amount, selected by its cents after rounding. */
export function scenarioOf(amount: string): Scenario | null {
  const [, fraction = ''] = plainAmount(amount).split('.')
  return byCents.get(fraction.slice(0, 2).padEnd(2, '0')) ?? null
}
