import { useState } from 'preact/hooks'
import { faultLevers, killLever, type Lever, type LeverContext } from './levers.ts'

/** What the hand on the remote control can do now; in a hand of its own so that keys reach as far as buttons. */
export interface RemoteControl {
  faultLevers: readonly Lever[]
  /** The payer has something to do, or it went wrong. */
  isPaymentActive: boolean
  isBusy: boolean
  isDisabled(lever: Lever): boolean
  /** The lever that was pulled last for this order. */
  lastLever: Lever | null
  /** The lever that somebody wanted to pull when it was off. */
  blockedLever: Lever | null
  run(lever: Lever): void
  newOrder(): void
  advanceClock(seconds: number): void
}

export function useRemoteControl(context: LeverContext): RemoteControl {
  const [lastLever, setLastLever] = useState<Lever | null>(null)
  const [blockedLever, setBlockedLever] = useState<Lever | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const { demo, backend, settings } = context
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
    faultLevers: backend.killServer ? [...faultLevers, killLever] : faultLevers,
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
