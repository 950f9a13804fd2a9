import { percentOf, sameAmount } from '../service/amount.ts'
import type { ExternalParams } from '../service/order.ts'
import type { Callbacks } from './callbacks/callbacks.ts'
import { defaultCard, toExternalParams, toUsedCard } from './cards.ts'
import type { CallbackType, Config } from './config.ts'
import type { Ledger } from './ledger.ts'
import { historyEntry, type SandboxOrder } from './order.ts'
import type { PlannedEvent } from './scenarios.ts'
import type { Scheduler } from './scheduler.ts'
import { isFinal, type OrderEvent, transitionFor } from './transitions.ts'

/** A Map, because a control can set any status, including names of `Object.prototype`. */
const callbackTypeByStatus: ReadonlyMap<string, CallbackType> = new Map([
  ['Created', 'Create'],
  ['Success', 'Success'],
  ['Failed', 'Failed'],
])

/** Bounds the memory that repeated page visits can use. */
const maxHistoryEntries = 1000

const forcedStatusCodes: ReadonlyMap<string, string> = new Map([
  ['Init', '1.0.0.00'],
  ['Created', '1.1.1.00'],
  ['Success', '5.1.3.00'],
  ['Processing', '4.0.2.00'],
  ['Failed', '4.1.4.00'],
])
const unknownStatusCode = '4.0.5.00'

/** The card that paid; the default card for a payment by a control. */
function externalParamsOf({ profile, card }: SandboxOrder): ExternalParams | null {
  if (profile !== 'form' && profile !== 'token') return null
  return toExternalParams(card ?? toUsedCard(defaultCard, 'TEST PAYER'))
}

/** Changes orders and applies the consequences: history, balances, callbacks. */
export function createLifecycle(
  scheduler: Scheduler,
  config: () => Config,
  ledger: Ledger,
  callbacks: Callbacks,
) {
  function addHistoryEntry(order: SandboxOrder, code: string, time = scheduler.now()) {
    if (order.history.length < maxHistoryEntries) order.history.push(historyEntry(code, time))
  }

  const notify = (order: SandboxOrder, type: CallbackType) => callbacks.notify(order, type, config())

  /** Entries that the service logs only later: the last gateway check and the acknowledged callback. */
  function addLateEntries(order: SandboxOrder, status: string, finalAt: number) {
    if (order.status !== status) return
    addHistoryEntry(order, status === 'Success' ? '4.1.3.00' : '4.2.2.13', finalAt)
    if (order.confirmedAt !== null) addHistoryEntry(order, '6.1.1.00', order.confirmedAt)
  }

  function setStatus(order: SandboxOrder, status: string, code: string) {
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
    const lateAt = finalAt + config().lateHistoryDelay * 1000
    scheduler.schedule(lateAt, () => addLateEntries(order, status, finalAt))
  }

  function notifyStatus(order: SandboxOrder) {
    if (order.status !== 'Init') notify(order, callbackTypeByStatus.get(order.status) ?? 'Progress')
  }

  /** Returns false, and changes nothing, if the service does not allow this transition. */
  function applyEvent(order: SandboxOrder, event: OrderEvent, code?: string): boolean {
    const transition = transitionFor(order.profile, order.status, event)
    if (transition === undefined) return false
    const amountChanged = transition.to === 'Success' && !sameAmount(order.amount, order.requestedAmount)
    setStatus(order, transition.to, code ?? (amountChanged ? '5.1.3.35' : transition.code))
    return true
  }

  function changeAmount(order: SandboxOrder, amount: string) {
    const isSame = sameAmount(order.amount, amount)
    order.amount = amount
    if (isSame) return
    if (order.status === 'Success') addHistoryEntry(order, '5.1.3.35')
    ledger.update(order)
    notify(order, 'AmountChanged')
  }

  async function runPlannedEvent(order: SandboxOrder, planned: PlannedEvent) {
    switch (planned.action) {
      case 'history':
        return isFinal(order.status) ? undefined : addHistoryEntry(order, planned.code)
      case 'amount':
        return changeAmount(order, percentOf(order.requestedAmount, planned.percent))
      case 'forge':
        return callbacks.forgeSuccess(order, config())
      default:
        applyEvent(order, planned.action, planned.code)
        return callbacks.firstDelivery(order.externalId)
    }
  }

  return {
    /** Sends the first callback of a new order and schedules its planned events. */
    start(order: SandboxOrder, plannedEvents: PlannedEvent[]) {
      ledger.update(order)
      notifyStatus(order)
      for (const planned of plannedEvents)
        scheduler.schedule(order.createdAt + planned.after * 1000, () => runPlannedEvent(order, planned))
    },
    applyEvent,
    /** Sets any status, ignoring the transition rules. */
    forceStatus: (order: SandboxOrder, status: string) =>
      setStatus(order, status, forcedStatusCodes.get(status) ?? unknownStatusCode),
    changeAmount,
    /** Adds a history entry without a change of status. */
    addHistoryEntry: (order: SandboxOrder, code: string) => addHistoryEntry(order, code),
  }
}
export type Lifecycle = ReturnType<typeof createLifecycle>
