import { useState } from 'preact/hooks'
import type { Control, ControlContext } from './controls.ts'

export type RemoteControl = ReturnType<typeof useRemoteControl>

/** The state and actions of the remote control, shared by its buttons and the keyboard shortcuts. */
export function useRemoteControl(context: ControlContext) {
  const [lastControl, setLastControl] = useState<Control | null>(null)
  const [blockedControl, setBlockedControl] = useState<Control | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const { backend, demo, settings } = context
  const { view } = demo.state
  const isAwaitingPayment = view?.status === 'pending' || view?.status === 'preparing'
  // A form that failed stays failed.
  const isUnpaid = view?.status === 'expired' || (view?.status === 'failed' && view.method === 'transfer')

  const isDisabled = ({ id, needs }: Control): boolean => {
    if (isBusy) return true
    if (needs === 'nothing') return false
    if (needs === 'transfer' && view?.method !== 'transfer') return true
    return !(isAwaitingPayment || (isUnpaid && (id === 'pay' || id === 'correct')))
  }

  return {
    /** The payer can pay, or the payment has failed or expired. */
    isPaymentActive: isAwaitingPayment || isUnpaid,
    isBusy,
    isDisabled,
    /** The control that was used last for this order. */
    lastControl,
    /** The disabled control that was last requested by key. */
    blockedControl,
    run(control: Control) {
      if (isDisabled(control)) return setBlockedControl(control)
      setBlockedControl(null)
      setLastControl(control)
      setIsBusy(true)
      void demo.runAction(() => control.run(context)).finally(() => setIsBusy(false))
    },
    newOrder() {
      setBlockedControl(null)
      setLastControl(null)
      void demo.runAction(() => demo.newOrder(settings))
    },
    advanceClock: (seconds: number) => void demo.runAction(() => backend.advanceClock(seconds)),
  }
}
