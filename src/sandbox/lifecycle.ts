import type { ExternalParams } from '../service/order.ts'
import type { Callbacks } from './callbacks/callbacks.ts'
import { cardParams, plainCard, usedCard } from './cards.ts'
import type { Diary } from './clock.ts'
import type { CallbackType, Config } from './config.ts'
import { percent } from './decimal.ts'
import type { Ledger } from './ledger.ts'
import { historyEntry, type SandboxOrder } from './order.ts'
import type { Plan } from './scenarios.ts'
import { isFinal, type OrderEvent, stepOf } from './transitions.ts'

/** Everything that can happen to an order once it is there, with what follows from it: history, money, callbacks. */
export interface Lifecycle {
  /** The order has just been made: its first status is announced. */
  begin(order: SandboxOrder, plans: Plan[]): void
  /** False where the service would not take this step; nothing happens then. */
  happen(order: SandboxOrder, event: OrderEvent, code?: string): boolean
  /** Sets a status past all rules. */
  force(order: SandboxOrder, status: string): void
  changeAmount(order: SandboxOrder, amount: string): void
  /** Writes a history entry; the status stays. */
  note(order: SandboxOrder, code: string): void
}

/** By status, which a lever may set to any word: a map, so that no word finds what every object has. */
const types: ReadonlyMap<string, CallbackType> = new Map([
  ['Created', 'Create'],
  ['Success', 'Success'],
  ['Failed', 'Failed'],
])

/** A page that is visited for ever must not fill the memory. */
const longestHistory = 1000

/** Entries that are logged late appear so long after the final status. */
const lateBy = 600_000

/** The code of a forced status. */
const forcedCodes: ReadonlyMap<string, string> = new Map([
  ['Init', '1.0.0.00'],
  ['Created', '1.1.1.00'],
  ['Success', '5.1.3.00'],
  ['Processing', '4.0.2.00'],
  ['Failed', '4.1.4.00'],
])
const unknownStatusCode = '4.0.5.00'

/** A card that paid is told; where a lever paid instead of the payer, it was the plain one. */
function paramsOf({ profile, card }: SandboxOrder): ExternalParams | null {
  if (profile !== 'form' && profile !== 'token') return null
  return cardParams(card ?? usedCard(plainCard, 'TEST PAYER'))
}

export function createLifecycle(
  diary: Diary,
  config: () => Config,
  ledger: Ledger,
  callbacks: Callbacks,
): Lifecycle {
  const note = (order: SandboxOrder, code: string, time = diary.now()) => {
    if (order.history.length < longestHistory) order.history.push(historyEntry(code, time))
  }

  const announce = (order: SandboxOrder, type: CallbackType) => {
    const pipeline = config().pipelines[order.pipeline]
    if (pipeline) callbacks.announce(order, type, pipeline.callbacks)
  }

  /** What the service logs about a final order only later: its last look at the gateway, the confirmed callback. */
  const logLate = (order: SandboxOrder, status: string, finalAt: number) => {
    if (order.status !== status) return
    note(order, status === 'Success' ? '4.1.3.00' : '4.2.2.13', finalAt)
    if (order.confirmedAt !== null) note(order, '6.1.1.00', order.confirmedAt)
  }

  const enter = (order: SandboxOrder, status: string, code: string) => {
    const moved = order.status !== status
    order.status = status
    if (status === 'Success') order.externalParams = paramsOf(order)
    note(order, code)
    ledger.settle(order)
    if (!moved) return
    announceStatus(order)
    if (!isFinal(status)) return
    const finalAt = diary.now()
    order.confirmedAt = null
    diary.at(finalAt + lateBy, () => logLate(order, status, finalAt))
  }

  const announceStatus = (order: SandboxOrder) => {
    if (order.status !== 'Init') announce(order, types.get(order.status) ?? 'Progress')
  }

  const happen = (order: SandboxOrder, event: OrderEvent, code?: string): boolean => {
    const step = stepOf(order.profile, order.status, event)
    if (!step) return false
    const updated = step.to === 'Success' && order.amount !== order.askedAmount
    enter(order, step.to, code ?? (updated ? '5.1.3.35' : step.code))
    return true
  }

  const changeAmount = (order: SandboxOrder, amount: string) => {
    if (order.amount === amount) return
    order.amount = amount
    if (order.status === 'Success') note(order, '5.1.3.35')
    ledger.settle(order)
    announce(order, 'AmountChanged')
  }

  /** A copy of the newest callback, if there was one, that claims Success. */
  const forge = async (order: SandboxOrder) => {
    const newest = callbacks.all().findLast((delivery) => delivery.externalId === order.externalId)
    if (newest) await callbacks.forge(newest)
  }

  const carryOut = async (order: SandboxOrder, plan: Plan) => {
    switch (plan.do) {
      case 'note':
        return note(order, plan.code)
      case 'amount':
        return changeAmount(order, percent(order.askedAmount, plan.percent))
      case 'forge':
        return forge(order)
      default:
        happen(order, plan.do, plan.code)
        return callbacks.told(order.externalId)
    }
  }

  return {
    begin(order, plans) {
      ledger.settle(order)
      announceStatus(order)
      for (const plan of plans) diary.at(order.createdAt + plan.after * 1000, () => carryOut(order, plan))
    },
    happen,
    force: (order, status) => enter(order, status, forcedCodes.get(status) ?? unknownStatusCode),
    changeAmount,
    note: (order, code) => note(order, code),
  }
}
