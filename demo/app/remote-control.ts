import { useState } from 'preact/hooks'
import { type Hands, killLever, type Lever, troubleLevers } from './levers.ts'

/** What the hand on the remote control can do now; in a hand of its own so that keys reach as far as buttons. */
export interface RemoteControl {
  trouble: readonly Lever[]
  /** The payer has something to do, or it went wrong. */
  isUnderWay: boolean
  isBusy: boolean
  isOff(lever: Lever): boolean
  /** The lever that was pulled last for this order. */
  pulled: Lever | null
  /** The lever that somebody wanted to pull when it was off. */
  refused: Lever | null
  pull(lever: Lever): void
  newOrder(): void
  turn(seconds: number): void
}

export function useRemoteControl(hands: Hands): RemoteControl {
  const [pulled, setPulled] = useState<Lever | null>(null)
  const [refused, setRefused] = useState<Lever | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const { play, world, settings } = hands
  const { view } = play.state
  const awaits = view?.status === 'pending' || view?.status === 'preparing'
  const isLost = view?.status === 'failed' || view?.status === 'expired'

  const isOff = ({ id, needs }: Lever): boolean => {
    if (isBusy) return true
    if (needs === 'nothing') return false
    if (needs === 'transfer' && view?.method !== 'transfer') return true
    return !(awaits || (isLost && (id === 'pay' || id === 'correct')))
  }

  return {
    trouble: world.kill ? [...troubleLevers, killLever] : troubleLevers,
    isUnderWay: awaits || isLost,
    isBusy,
    isOff,
    pulled,
    refused,
    pull(lever) {
      if (isOff(lever)) return setRefused(lever)
      setRefused(null)
      setPulled(lever)
      setIsBusy(true)
      void play.attempting(() => lever.pull(hands)).finally(() => setIsBusy(false))
    },
    newOrder() {
      setRefused(null)
      setPulled(null)
      void play.attempting(() => play.newOrder(settings))
    },
    turn: (seconds) => void play.attempting(() => play.turn(seconds)),
  }
}
