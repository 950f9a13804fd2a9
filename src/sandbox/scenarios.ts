import { roundHalfUp } from '../service/amount.ts'
import type { Travel } from './callbacks/callbacks.ts'
import type { Effect } from './faults.ts'
import type { OrderEvent } from './transitions.ts'

/** Something that happens to an order by itself, so many seconds of the sandbox's clock after it was made. */
export type Plan = { after: number } & (
  | { do: OrderEvent; code?: string }
  | { do: 'note'; code: string }
  | { do: 'amount'; percent: number }
  | { do: 'forge' }
)

/** What a create whose amount ends in these cents goes through. */
export interface Scenario {
  cents: string
  /** For people: what happens. */
  what: string
  /** Created but failed, with this code. */
  failsWith?: string
  /** The create is refused and no order is made. */
  refusal?: 'limitReached' | 'noRoute' | 'noFunds'
  /** How the create is answered. Where no order is made it strikes once per `externalTransactionId`. */
  wire?: { effect: Effect; commit: boolean }
  /** No instruction comes back, only the form's address. */
  formOnly?: true
  travel?: Travel
  later?: Plan[]
}

const paidAt = (after: number): Plan => ({ after, do: 'pay' })
const failedAt = (after: number, code: string): Plan => ({ after, do: 'fail', code })

/** The whole table; any other cents go the normal way, and wait for the payer or a lever. */
export const scenarios: readonly Scenario[] = [
  { cents: '01', what: 'Succeeds by itself after 5 seconds', later: [paidAt(5)] },
  { cents: '02', what: 'Fails by itself after 5 seconds, no reason given', later: [failedAt(5, '4.1.4.00')] },
  { cents: '03', what: 'Created but failed: the answer is 200 with Failed', failsWith: '2.2.4.13' },
  {
    cents: '04',
    what: 'Fails after 5 seconds; a P2P deposit is corrected to Success a minute later',
    later: [failedAt(5, '4.1.4.00'), { after: 65, do: 'correct' }],
  },
  {
    cents: '05',
    what: 'Succeeds after 5 seconds with 90 % of the amount',
    later: [{ after: 5, do: 'amount', percent: 90 }, paidAt(5)],
  },
  {
    cents: '06',
    what: 'Succeeds after 5 seconds; every callback comes twice',
    travel: 'twice',
    later: [paidAt(5)],
  },
  {
    cents: '07',
    what: 'Succeeds after 5 seconds; the callbacks come newest first',
    travel: 'newest-first',
    later: [paidAt(5)],
  },
  {
    cents: '08',
    what: 'Succeeds after 5 seconds; every callback is lost',
    travel: 'lost',
    later: [paidAt(5)],
  },
  {
    cents: '09',
    what: 'A forged callback claims Success after 5 seconds; the order stays as it is',
    later: [{ after: 5, do: 'forge' }],
  },
  {
    cents: '13',
    what: 'The gateway cannot be asked for a minute, then succeeds',
    later: [
      { after: 5, do: 'note', code: '4.2.2.13' },
      { after: 30, do: 'note', code: '4.2.2.13' },
      paidAt(60),
    ],
  },
  { cents: '41', what: 'Fails after 5 seconds: antifraud', later: [failedAt(5, '4.1.4.41')] },
  { cents: '61', what: 'Fails after 5 seconds: card blocked', later: [failedAt(5, '4.1.4.61')] },
  { cents: '62', what: 'Fails after 5 seconds: card not supported', later: [failedAt(5, '4.1.4.62')] },
  { cents: '63', what: 'Fails after 5 seconds: insufficient funds', later: [failedAt(5, '4.1.4.63')] },
  {
    cents: '81',
    what: 'The connection breaks before an order is made (once)',
    wire: { effect: 'drop-before', commit: false },
  },
  {
    cents: '82',
    what: 'The order is made, then the connection breaks',
    wire: { effect: 'drop-after', commit: true },
  },
  { cents: '83', what: 'The order is made, the answer is 503', wire: { effect: 'status:503', commit: true } },
  {
    cents: '84',
    what: 'The order is made, the answer cannot be read',
    wire: { effect: 'malformed', commit: true },
  },
  {
    cents: '85',
    what: 'No order is made, the answer is 500 (once)',
    wire: { effect: 'status:500', commit: false },
  },
  { cents: '86', what: 'Refused: a limit is reached', refusal: 'limitReached' },
  { cents: '87', what: 'Refused: no route', refusal: 'noRoute' },
  { cents: '88', what: 'A payout is refused: insufficient balance', refusal: 'noFunds' },
  { cents: '89', what: 'No payment instructions, only the payment form', formOnly: true },
]

const byCents = new Map(scenarios.map((scenario) => [scenario.cents, scenario]))

/** The scenario of a plain decimal amount, by its first two decimals after rounding. */
export function scenarioOf(amount: string): Scenario | null {
  const [, fraction = ''] = roundHalfUp(amount, 2).split('.')
  return byCents.get(fraction.padEnd(2, '0')) ?? null
}
