import type { Backend } from '../backend/backend.ts'
import type { Demo } from './demo-state.ts'
import type { Settings } from './settings.ts'
import type { Words } from './words/en.ts'

export interface ControlContext {
  backend: Backend
  demo: Demo
  settings: Settings
}

export interface Control {
  id: string
  /** The keyboard shortcut while presenting. */
  key: string
  name: keyof Words
  /** `payment`: needs a payable order; `transfer`: needs a payable transfer, because only transfers are corrected. */
  needs: 'payment' | 'transfer' | 'nothing'
  run(context: ControlContext): Promise<unknown>
}

const bankDeclinedCode = '4.1.4.63'
/** Lets the audience see one state before the next. */
export const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Calls an order control for the newest attempt. */
export async function controlOrder({ backend, demo }: ControlContext, body: object): Promise<string> {
  const { externalTransactionId, externalId } = await demo.latestAttempt()
  await backend.controlSandbox(`orders/${externalTransactionId}`, body)
  return externalId
}

/** Calls a control of the last callback about an order. */
async function controlDelivery({ backend }: ControlContext, externalId: string, body: object): Promise<void> {
  const deliveries = await backend.deliveryIdsOf(externalId)
  const last = deliveries.at(-1)
  if (last === undefined) throw new Error('The service has not sent a callback for this order yet.')
  await backend.controlSandbox(`deliveries/${last}`, body)
}

/** 90 % of the requested amount arrives. */
export async function payLess(context: ControlContext): Promise<void> {
  await controlOrder(context, { do: 'amount', amount: '90%' })
  await controlOrder(context, { do: 'pay' })
}

export const payerControls: readonly Control[] = [
  {
    id: 'pay',
    key: '1',
    name: 'pays',
    needs: 'payment',
    run: (context) => controlOrder(context, { do: 'pay' }),
  },
  {
    id: 'underpay',
    key: '2',
    name: 'controlUnderpay',
    needs: 'payment',
    run: payLess,
  },
  {
    id: 'late',
    key: '3',
    name: 'controlLate',
    needs: 'payment',
    async run(context) {
      const { view } = context.demo.state
      const remaining = view?.expiresAt ? (Date.parse(view.expiresAt) - Date.parse(view.now)) / 1000 : 0
      await context.backend.advanceClock(Math.max(0, remaining) + 60)
      await delay(1500)
      await controlOrder(context, { do: 'pay' })
    },
  },
  {
    id: 'refuse',
    key: '4',
    name: 'controlRefuse',
    needs: 'payment',
    run: (context) => controlOrder(context, { do: 'fail', reason: bankDeclinedCode }),
  },
  {
    id: 'correct',
    key: '5',
    name: 'controlCorrect',
    needs: 'transfer',
    async run(context) {
      if (context.demo.state.view?.status !== 'failed') {
        await controlOrder(context, { do: 'fail' })
        await delay(1500)
      }
      await controlOrder(context, { do: 'correct' })
    },
  },
]

export const faultControls: readonly Control[] = [
  {
    id: 'break',
    key: '6',
    name: 'controlBreak',
    needs: 'nothing',
    async run({ backend, demo, settings }) {
      await backend.controlSandbox('faults', { on: 'deposit.create', effect: 'drop-after' })
      await demo.newOrder(settings, { initialMethod: 'transfer' })
    },
  },
  {
    id: 'no-route',
    key: '7',
    name: 'controlNoRoute',
    needs: 'nothing',
    run: ({ demo, settings }) => demo.newOrder(settings, { initialMethod: 'transfer', noRoute: true }),
  },
  {
    id: 'lost-callback',
    key: '8',
    name: 'controlLostCallback',
    needs: 'payment',
    async run(context) {
      await context.backend.controlSandbox('faults', { on: 'callback', effect: 'drop-before' })
      await controlOrder(context, { do: 'pay' })
    },
  },
  {
    id: 'duplicate-callback',
    key: '9',
    name: 'controlDuplicateCallback',
    needs: 'payment',
    async run(context) {
      const externalId = await controlOrder(context, { do: 'pay' })
      await controlDelivery(context, externalId, { do: 'duplicate' })
    },
  },
  {
    id: 'forged',
    key: '0',
    name: 'controlForged',
    needs: 'payment',
    async run(context) {
      const { externalId } = await context.demo.latestAttempt()
      await controlDelivery(context, externalId, { do: 'forge' })
    },
  },
  {
    id: 'kill',
    key: 'k',
    name: 'controlKill',
    needs: 'nothing',
    run: ({ backend }) => backend.killServer(),
  },
]

export const clockSteps = [
  { key: 'm', name: '+1 min', seconds: 60 },
  { key: 's', name: '+7 min', seconds: 420 },
  { key: 'h', name: '+30 min', seconds: 1800 },
  { key: 'd', name: '+1 day', seconds: 86_400 },
] as const
