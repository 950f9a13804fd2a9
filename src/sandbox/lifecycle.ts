import type { ExternalParams } from '../service/order.ts'
import type { Callbacks } from './callbacks/callbacks.ts'
import { defaultCard, toExternalParams, toUsedCard } from './cards.ts'
import type { CallbackType, Config } from './config.ts'
import { percentOf } from './decimal.ts'
import type { Ledger } from './ledger.ts'
import { historyEntry, type SandboxOrder } from './order.ts'
import type { PlannedEvent } from './scenarios.ts'
import type { Scheduler } from './scheduler.ts'
import { isFinal, type OrderEvent, transitionFor } from './transitions.ts'

/** Everything that can happen to an order once it is there, with what follows from it: history, money, callbacks. */
export interface Lifecycle {
  /** The order has just been made: its first status is announced. */
  start(order: SandboxOrder, plannedEvents: PlannedEvent[]): void
  /** False where the service would not take this step; nothing happens then. */
  applyEvent(order: SandboxOrder, event: OrderEvent, code?: string): boolean
  /** Sets a status past all rules. */
  forceStatus(order: SandboxOrder, status: string): void
  changeAmount(order: SandboxOrder, amount: string): void
  /** Writes a history entry; the status stays. */
  addHistoryEntry(order: SandboxOrder, code: string): void
}

/** By status, which a lever may set to any word: a map, so that no word finds what every object has. */
const callbackTypeByStatus: ReadonlyMap<string, CallbackType> = new Map([
  ['Created', 'Create'],
  ['Success', 'Success'],
  ['Failed', 'Failed'],
])

/** A page that is visited for ever must not fill the memory. */
const maxHistoryEntries = 1000

/** Entries that are logged late appear so long after the final status. */
const lateEntryDelayMs = 600_000

/** The code of a forced status. */
const forcedStatusCodes: ReadonlyMap<string, string> = new Map([
  ['Init', '1.0.0.00'],
  ['Created', '1.1.1.00'],
  ['Success', '5.1.3.00'],
  ['Processing', '4.0.2.00'],
  ['Failed', '4.1.4.00'],
])
const unknownStatusCode = '4.0.5.00'

/** A card that paid is told; where a lever paid instead of the payer, it was the plain one. */
function externalParamsOf({ profile, card }: SandboxOrder): ExternalParams | null {
  if (profile !== 'form' && profile !== 'token') return null
  return toExternalParams(card ?? toUsedCard(defaultCard, 'TEST PAYER'))
}

export function createLifecycle(
  scheduler: Scheduler,
  config: () => Config,
  ledger: Ledger,
  callbacks: Callbacks,
): Lifecycle {
  const addHistoryEntry = (order: SandboxOrder, code: string, time = scheduler.now()) => {
    if (order.history.length < maxHistoryEntries) order.history.push(historyEntry(code, time))
  }

  const notify = (order: SandboxOrder, type: CallbackType) => {
    const pipeline = config().pipelines[order.pipeline]
    if (pipeline) callbacks.notify(order, type, pipeline.callbacks)
  }

  /** What the service logs about a final order only later: its last look at the gateway, the confirmed callback. */
  const addLateEntries = (order: SandboxOrder, status: string, finalAt: number) => {
    if (order.status !== status) return
    addHistoryEntry(order, status === 'Success' ? '4.1.3.00' : '4.2.2.13', finalAt)
    if (order.confirmedAt !== null) addHistoryEntry(order, '6.1.1.00', order.confirmedAt)
  }

  const setStatus = (order: SandboxOrder, status: string, code: string) => {
    const changed = order.status !== status
    order.status = status
    if (status === 'Success') order.externalParams = externalParamsOf(order)
    addHistoryEntry(order, code)
    ledger.update(order)
    if (!changed) return
    notifyStatus(order)
    if (!isFinal(status)) return
    const finalAt = scheduler.now()
    order.confirmedAt = null
    scheduler.schedule(finalAt + lateEntryDelayMs, () => addLateEntries(order, status, finalAt))
  }

  const notifyStatus = (order: SandboxOrder) => {
    if (order.status !== 'Init') notify(order, callbackTypeByStatus.get(order.status) ?? 'Progress')
  }

  const applyEvent = (order: SandboxOrder, event: OrderEvent, code?: string): boolean => {
    const transition = transitionFor(order.profile, order.status, event)
    if (!transition) return false
    const amountChanged = transition.to === 'Success' && order.amount !== order.requestedAmount
    setStatus(order, transition.to, code ?? (amountChanged ? '5.1.3.35' : transition.code))
    return true
  }

  const changeAmount = (order: SandboxOrder, amount: string) => {
    if (order.amount === amount) return
    order.amount = amount
    if (order.status === 'Success') addHistoryEntry(order, '5.1.3.35')
    ledger.update(order)
    notify(order, 'AmountChanged')
  }

  /** A copy of the newest callback, if there was one, that claims Success. */
  const forge = async (order: SandboxOrder) => {
    const newest = callbacks.all().findLast((delivery) => delivery.externalId === order.externalId)
    if (newest) await callbacks.forge(newest)
  }

  const runPlannedEvent = async (order: SandboxOrder, planned: PlannedEvent) => {
    switch (planned.action) {
      case 'history':
        return addHistoryEntry(order, planned.code)
      case 'amount':
        return changeAmount(order, percentOf(order.requestedAmount, planned.percent))
      case 'forge':
        return forge(order)
      default:
        applyEvent(order, planned.action, planned.code)
        return callbacks.firstDelivery(order.externalId)
    }
  }

  return {
    start(order, plannedEvents) {
      ledger.update(order)
      notifyStatus(order)
      for (const planned of plannedEvents)
        scheduler.schedule(order.createdAt + planned.after * 1000, () => runPlannedEvent(order, planned))
    },
    applyEvent,
    forceStatus: (order, status) =>
      setStatus(order, status, forcedStatusCodes.get(status) ?? unknownStatusCode),
    changeAmount,
    addHistoryEntry: (order, code) => addHistoryEntry(order, code),
  }
}
