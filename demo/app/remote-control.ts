import { useState } from 'preact/hooks'
import type { Lever, LeverContext } from './levers.ts'

/** The state and actions of the remote control, shared by its buttons and the keyboard shortcuts. */
export interface RemoteControl {
  /** The payer can pay, or the payment has failed or expired. */
  isPaymentActive: boolean
  isBusy: boolean
  isDisabled(lever: Lever): boolean
  /** The lever that was used last for this order. */
  lastLever: Lever | null
  /** The disabled lever that was last requested by key. */
  blockedLever: Lever | null
  run(lever: Lever): void
  newOrder(): void
  advanceClock(seconds: number): void
}

export function useRemoteControl(context: LeverContext): RemoteControl {
  const [lastLever, setLastLever] = useState<Lever | null>(null)
  const [blockedLever, setBlockedLever] = useState<Lever | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const { demo, settings } = context
  const { view } = demo.state
  const isAwaitingPayment = view?.status === 'pending' || view?.status === 'preparing'
  const isUnpaid = view?.status === 'failed' || view?.status === 'expired'

  const isDisabled = ({ id, needs }: Lever): boolean => {
    if (isBusy) return true
    if (needs === 'nothing') return false
    if (needs === 'transfer' && view?.method !== 'transfer') return true
    return !(isAwaitingPayment || (isUnpaid && (id === 'pay' || id === 'correct')))
  }

  return {
    isPaymentActive: isAwaitingPayment || isUnpaid,
    isBusy,
    isDisabled,
    lastLever,
    blockedLever,
    run(lever) {
      if (isDisabled(lever)) return setBlockedLever(lever)
      setBlockedLever(null)
      setLastLever(lever)
      setIsBusy(true)
      void demo.runAction(() => lever.run(context)).finally(() => setIsBusy(false))
    },
    newOrder() {
      setBlockedLever(null)
      setLastLever(null)
      void demo.runAction(() => demo.newOrder(settings))
    },
    advanceClock: (seconds) => void demo.runAction(() => demo.advanceClock(seconds)),
  }
}
