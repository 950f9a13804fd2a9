import type { Backend } from '../backend/backend.ts'
import type { Demo } from './demo-state.ts'
import type { Settings } from './settings.ts'

/** What the hand on the remote control may do. */
export interface LeverContext {
  backend: Backend
  demo: Demo
  settings: Settings
}

export interface Lever {
  id: string
  /** Pulls it while the machinery is hidden. */
  key: string
  name: string
  /** What will be seen. */
  description: string
  /** `payment`: something must be there to be paid; `transfer`: and it must be a transfer, for only those are corrected. */
  needs: 'payment' | 'transfer' | 'nothing'
  run(context: LeverContext): Promise<void>
}

const bankDeclinedCode = '4.1.4.63'
const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Pulls a lever on the newest attempt's order. */
async function controlOrder({ backend, demo }: LeverContext, body: object): Promise<string> {
  const { externalTransactionId, externalId } = await demo.latestAttempt()
  await backend.controlSandbox(`orders/${externalTransactionId}`, body)
  return externalId
}

async function lastDeliveryId({ backend }: LeverContext, externalId: string): Promise<string> {
  const deliveries = await backend.deliveryIdsOf(externalId)
  const last = deliveries.at(-1)
  if (last === undefined) throw new Error('The service has called nobody back about this order yet.')
  return last
}

/** Nine tenths of an amount, on its text. */
export function ninetyPercentOf(amount: string): string {
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
    description: 'The service hears of the money; the page says “Paid” at once.',
    needs: 'payment',
    run: async (context) => void (await controlOrder(context, { do: 'pay' })),
  },
  {
    id: 'less',
    key: '2',
    name: 'Pays less',
    description: 'Nine tenths arrive. The page and the merchant are told both amounts.',
    needs: 'payment',
    async run(context) {
      const asked = context.demo.state.view?.amount.value ?? context.settings.amount
      await controlOrder(context, { do: 'amount', amount: ninetyPercentOf(asked) })
      await controlOrder(context, { do: 'pay' })
    },
  },
  {
    id: 'late',
    key: '3',
    name: 'Pays late',
    description: 'The time to pay runs out; the money arrives afterwards, and counts.',
    needs: 'payment',
    async run(context) {
      const { view } = context.demo.state
      const remaining = view?.expiresAt ? (Date.parse(view.expiresAt) - Date.parse(view.now)) / 1000 : 0
      await context.demo.advanceClock(Math.max(0, remaining) + 60)
      await delay(2500)
      await controlOrder(context, { do: 'pay' })
    },
  },
  {
    id: 'refuse',
    key: '4',
    name: 'The bank refuses',
    description: 'The page never says that money is lost: “if you already sent it, do not send it again”.',
    needs: 'payment',
    run: async (context) => void (await controlOrder(context, { do: 'fail', reason: bankDeclinedCode })),
  },
  {
    id: 'correct',
    key: '5',
    name: 'Money arrives after failure',
    description: 'A failed transfer turns into a paid one, on the same screen.',
    needs: 'transfer',
    async run(context) {
      if (context.demo.state.view?.status !== 'failed') {
        await controlOrder(context, { do: 'fail' })
        await delay(2500)
      }
      await controlOrder(context, { do: 'correct' })
    },
  },
]

/** What goes wrong between the machines. */
export const faultLevers: readonly Lever[] = [
  {
    id: 'break',
    key: '6',
    name: 'Connection breaks while the order is made',
    description:
      'The server asks before it repeats: the order is found, and the payer gets details that nobody else has.',
    needs: 'nothing',
    async run({ backend, demo, settings }) {
      await backend.controlSandbox('faults', { on: 'deposit.create', effect: 'drop-after' })
      await demo.newOrder(settings, { initialMethod: 'transfer' })
    },
  },
  {
    id: 'no-route',
    key: '7',
    name: 'No route: offer the card form',
    description:
      'The service refuses the transfer; surely no order exists there, so the card form is offered.',
    needs: 'nothing',
    run: ({ demo, settings }) => demo.newOrder(settings, { initialMethod: 'transfer', noRoute: true }),
  },
  {
    id: 'lost',
    key: '8',
    name: 'Paid, but the callback is lost',
    description: 'The server asks by itself and learns of the money all the same.',
    needs: 'payment',
    async run(context) {
      await context.backend.controlSandbox('faults', { on: 'callback', effect: 'drop-before' })
      await controlOrder(context, { do: 'pay' })
    },
  },
  {
    id: 'twice',
    key: '9',
    name: 'Paid, and the callback comes twice',
    description: 'Both are acknowledged; the merchant is told once.',
    needs: 'payment',
    async run(context) {
      const externalId = await controlOrder(context, { do: 'pay' })
      await context.backend.controlSandbox(`deliveries/${await lastDeliveryId(context, externalId)}`, {
        do: 'duplicate',
      })
    },
  },
  {
    id: 'forged',
    key: '0',
    name: 'Someone forges a callback',
    description: 'It claims success under a wrong signature: refused, and nothing changes.',
    needs: 'payment',
    async run(context) {
      const { externalId } = await context.demo.latestAttempt()
      await context.backend.controlSandbox(`deliveries/${await lastDeliveryId(context, externalId)}`, {
        do: 'forge',
      })
    },
  },
]

/** Only where the merchant's server is a process. */
export const killLever: Lever = {
  id: 'kill',
  key: 'k',
  name: 'Kill the merchant’s server now',
  description:
    'The page keeps the details and says so; four seconds later the server is back and nothing is forgotten.',
  needs: 'nothing',
  run: async ({ backend }) => {
    await backend.killServer?.()
  },
}

export const clockSteps = [
  { key: 'm', name: '+1 min', seconds: 60 },
  { key: 's', name: '+7 min', seconds: 420 },
  { key: 'h', name: '+30 min', seconds: 1800 },
  { key: 'd', name: '+1 day', seconds: 86_400 },
] as const
