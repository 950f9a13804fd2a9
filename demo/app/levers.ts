import type { World } from '../world/world.ts'
import type { Play } from './play.ts'
import type { Settings } from './settings.ts'

/** What the hand on the remote control may do. */
export interface Hands {
  world: World
  play: Play
  settings: Settings
}

export interface Lever {
  id: string
  /** Pulls it while the machinery is hidden. */
  key: string
  name: string
  /** What will be seen. */
  promise: string
  /** `payment`: something must be there to be paid; `transfer`: and it must be a transfer, for only those are corrected. */
  needs: 'payment' | 'transfer' | 'nothing'
  pull(hands: Hands): Promise<void>
}

const payersBank = '4.1.4.63'
const moment = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Pulls a lever on the newest attempt's order. */
async function order({ world, play }: Hands, body: object): Promise<string> {
  const { externalTransactionId, externalId } = await play.attempt()
  await world.pull(`orders/${externalTransactionId}`, body)
  return externalId
}

async function lastDelivery({ world }: Hands, externalId: string): Promise<string> {
  const deliveries = await world.deliveriesOf(externalId)
  const last = deliveries.at(-1)
  if (last === undefined) throw new Error('The service has called nobody back about this order yet.')
  return last
}

/** Nine tenths of an amount, on its text. */
export function lessThan(amount: string): string {
  const [whole = '0', fraction = ''] = amount.split('.')
  const digits = (BigInt(whole + fraction) * 9n) / 10n
  const text = digits.toString().padStart(fraction.length + 1, '0')
  return fraction === '' ? text : `${text.slice(0, -fraction.length)}.${text.slice(-fraction.length)}`
}

/** The payer's side of the story. */
export const payerLevers: readonly Lever[] = [
  {
    id: 'pay',
    key: '1',
    name: 'The payer pays',
    promise: 'The service hears of the money; the page says “Paid” at once.',
    needs: 'payment',
    pull: async (hands) => void (await order(hands, { do: 'pay' })),
  },
  {
    id: 'less',
    key: '2',
    name: 'Pays less',
    promise: 'Nine tenths arrive. The page and the merchant are told both amounts.',
    needs: 'payment',
    async pull(hands) {
      const asked = hands.play.state.view?.amount.value ?? hands.settings.amount
      await order(hands, { do: 'amount', amount: lessThan(asked) })
      await order(hands, { do: 'pay' })
    },
  },
  {
    id: 'late',
    key: '3',
    name: 'Pays late',
    promise: 'The time to pay runs out; the money arrives afterwards, and counts.',
    needs: 'payment',
    async pull(hands) {
      const { view } = hands.play.state
      const left = view?.expiresAt ? (Date.parse(view.expiresAt) - Date.parse(view.now)) / 1000 : 0
      await hands.play.turn(Math.max(0, left) + 60)
      await moment(2500)
      await order(hands, { do: 'pay' })
    },
  },
  {
    id: 'refuse',
    key: '4',
    name: 'The bank refuses',
    promise: 'The page never says that money is lost: “if you already sent it, do not send it again”.',
    needs: 'payment',
    pull: async (hands) => void (await order(hands, { do: 'fail', reason: payersBank })),
  },
  {
    id: 'correct',
    key: '5',
    name: 'Money arrives after failure',
    promise: 'A failed transfer turns into a paid one, on the same screen.',
    needs: 'transfer',
    async pull(hands) {
      if (hands.play.state.view?.status !== 'failed') {
        await order(hands, { do: 'fail' })
        await moment(2500)
      }
      await order(hands, { do: 'correct' })
    },
  },
]

/** What goes wrong between the machines. */
export const troubleLevers: readonly Lever[] = [
  {
    id: 'break',
    key: '6',
    name: 'Connection breaks while the order is made',
    promise:
      'The server asks before it repeats: the order is found, and the payer gets details that nobody else has.',
    needs: 'nothing',
    async pull({ world, play, settings }) {
      await world.pull('faults', { on: 'deposit.create', effect: 'drop-after' })
      await play.newOrder(settings, { startsWith: 'transfer' })
    },
  },
  {
    id: 'no-route',
    key: '7',
    name: 'No route: offer the card form',
    promise: 'The service refuses the transfer; surely no order exists there, so the card form is offered.',
    needs: 'nothing',
    pull: ({ play, settings }) => play.newOrder(settings, { startsWith: 'transfer', noRoute: true }),
  },
  {
    id: 'lost',
    key: '8',
    name: 'Paid, but the callback is lost',
    promise: 'The server asks by itself and learns of the money all the same.',
    needs: 'payment',
    async pull(hands) {
      await hands.world.pull('faults', { on: 'callback', effect: 'drop-before' })
      await order(hands, { do: 'pay' })
    },
  },
  {
    id: 'twice',
    key: '9',
    name: 'Paid, and the callback comes twice',
    promise: 'Both are acknowledged; the merchant is told once.',
    needs: 'payment',
    async pull(hands) {
      const externalId = await order(hands, { do: 'pay' })
      await hands.world.pull(`deliveries/${await lastDelivery(hands, externalId)}`, { do: 'duplicate' })
    },
  },
  {
    id: 'forged',
    key: '0',
    name: 'Someone forges a callback',
    promise: 'It claims success under a wrong signature: refused, and nothing changes.',
    needs: 'payment',
    async pull(hands) {
      const { externalId } = await hands.play.attempt()
      await hands.world.pull(`deliveries/${await lastDelivery(hands, externalId)}`, { do: 'forge' })
    },
  },
]

/** Only where the merchant's server is a process. */
export const killLever: Lever = {
  id: 'kill',
  key: 'k',
  name: 'Kill the merchant’s server now',
  promise:
    'The page keeps the details and says so; four seconds later the server is back and nothing is forgotten.',
  needs: 'nothing',
  pull: async ({ world }) => {
    await world.kill?.()
  },
}

export const timeTurns = [
  { key: 'm', name: '+1 min', seconds: 60 },
  { key: 's', name: '+7 min', seconds: 420 },
  { key: 'h', name: '+30 min', seconds: 1800 },
  { key: 'd', name: '+1 day', seconds: 86_400 },
] as const
