import { roundHalfUp } from '../service/amount.ts'
import type { Effect } from './faults.ts'
import type { DeliveryMode } from './order.ts'
import type { OrderEvent } from './transitions.ts'

/** Something that happens to an order by itself, so many seconds of the sandbox's clock after it was made. */
export type PlannedEvent = { after: number } & (
  | { action: OrderEvent; code?: string }
  | { action: 'history'; code: string }
  | { action: 'amount'; percent: number }
  | { action: 'forge' }
)

/** What a create whose amount ends in these cents goes through. */
export interface Scenario {
  cents: string
  /** For people: what happens. */
  description: string
  /** Created but failed, with this code. */
  failsWith?: string
  /** The create is refused and no order is made. */
  refusal?: 'limitReached' | 'noRoute' | 'insufficientFunds'
  /** How the create is answered. Where no order is made it strikes once per `externalTransactionId`. */
  fault?: { effect: Effect; commit: boolean }
  /** No instruction comes back, only the form's address. */
  formOnly?: true
  deliveryMode?: DeliveryMode
  plannedEvents?: PlannedEvent[]
}

const paidAt = (after: number): PlannedEvent => ({ after, action: 'pay' })
const failedAt = (after: number, code: string): PlannedEvent => ({ after, action: 'fail', code })

/** The whole table; any other cents go the normal way, and wait for the payer or a lever. */
export const scenarios: readonly Scenario[] = [
  { cents: '01', description: 'Succeeds by itself after 5 seconds', plannedEvents: [paidAt(5)] },
  {
    cents: '02',
    description: 'Fails by itself after 5 seconds, no reason given',
    plannedEvents: [failedAt(5, '4.1.4.00')],
  },
  { cents: '03', description: 'Created but failed: the answer is 200 with Failed', failsWith: '2.2.4.13' },
  {
    cents: '04',
    description: 'Fails after 5 seconds; a P2P deposit is corrected to Success a minute later',
    plannedEvents: [failedAt(5, '4.1.4.00'), { after: 65, action: 'correct' }],
  },
  {
    cents: '05',
    description: 'Succeeds after 5 seconds with 90 % of the amount',
    plannedEvents: [{ after: 5, action: 'amount', percent: 90 }, paidAt(5)],
  },
  {
    cents: '06',
    description: 'Succeeds after 5 seconds; every callback comes twice',
    deliveryMode: 'twice',
    plannedEvents: [paidAt(5)],
  },
  {
    cents: '07',
    description: 'Succeeds after 5 seconds; the callbacks come newest first',
    deliveryMode: 'newest-first',
    plannedEvents: [paidAt(5)],
  },
  {
    cents: '08',
    description: 'Succeeds after 5 seconds; every callback is lost',
    deliveryMode: 'lost',
    plannedEvents: [paidAt(5)],
  },
  {
    cents: '09',
    description: 'A forged callback claims Success after 5 seconds; the order stays as it is',
    plannedEvents: [{ after: 5, action: 'forge' }],
  },
  {
    cents: '13',
    description: 'The gateway cannot be asked for a minute, then succeeds',
    plannedEvents: [
      { after: 5, action: 'history', code: '4.2.2.13' },
      { after: 30, action: 'history', code: '4.2.2.13' },
      paidAt(60),
    ],
  },
  { cents: '41', description: 'Fails after 5 seconds: antifraud', plannedEvents: [failedAt(5, '4.1.4.41')] },
  {
    cents: '61',
    description: 'Fails after 5 seconds: card blocked',
    plannedEvents: [failedAt(5, '4.1.4.61')],
  },
  {
    cents: '62',
    description: 'Fails after 5 seconds: card not supported',
    plannedEvents: [failedAt(5, '4.1.4.62')],
  },
  {
    cents: '63',
    description: 'Fails after 5 seconds: insufficient funds',
    plannedEvents: [failedAt(5, '4.1.4.63')],
  },
  {
    cents: '81',
    description: 'The connection breaks before an order is made (once)',
    fault: { effect: 'drop-before', commit: false },
  },
  {
    cents: '82',
    description: 'The order is made, then the connection breaks',
    fault: { effect: 'drop-after', commit: true },
  },
  {
    cents: '83',
    description: 'The order is made, the answer is 503',
    fault: { effect: 'status:503', commit: true },
  },
  {
    cents: '84',
    description: 'The order is made, the answer cannot be read',
    fault: { effect: 'malformed', commit: true },
  },
  {
    cents: '85',
    description: 'No order is made, the answer is 500 (once)',
    fault: { effect: 'status:500', commit: false },
  },
  { cents: '86', description: 'Refused: a limit is reached', refusal: 'limitReached' },
  { cents: '87', description: 'Refused: no route', refusal: 'noRoute' },
  { cents: '88', description: 'A payout is refused: insufficient balance', refusal: 'insufficientFunds' },
  { cents: '89', description: 'No payment instructions, only the payment form', formOnly: true },
]

const byCents = new Map(scenarios.map((scenario) => [scenario.cents, scenario]))

/** The scenario of a plain decimal amount, by its first two decimals after rounding. */
export function scenarioOf(amount: string): Scenario | null {
  const [, fraction = ''] = roundHalfUp(amount, 2).split('.')
  return byCents.get(fraction.padEnd(2, '0')) ?? null
}
