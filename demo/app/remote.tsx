import { useState } from 'preact/hooks'
import { type Hands, killLever, type Lever, payerLevers, timeTurns, troubleLevers } from './levers.ts'

/** The remote control: what the payer does, and what goes wrong between the machines. */
export function Remote({ hands }: { hands: Hands }) {
  const [pulled, setPulled] = useState<Lever | null>(null)
  const [busy, setBusy] = useState(false)
  const { play, world, settings } = hands
  const { state } = play
  const awaits = state.view?.status === 'pending' || state.view?.status === 'preparing'
  const lost = state.view?.status === 'failed' || state.view?.status === 'expired'

  const pull = async (lever: Lever) => {
    setPulled(lever)
    setBusy(true)
    await play.attempting(() => lever.pull(hands))
    setBusy(false)
  }
  const isOff = ({ id, needs }: Lever) => {
    if (busy) return true
    if (needs === 'nothing') return false
    if (needs === 'transfer' && state.view?.method !== 'transfer') return true
    return !(awaits || (lost && (id === 'pay' || id === 'correct')))
  }

  const buttons = (levers: readonly Lever[]) => (
    <ul class="levers">
      {levers.map((lever) => (
        <li key={lever.id}>
          <button
            type="button"
            class={lever.id === 'pay' ? 'lever first' : 'lever'}
            data-lever={lever.id}
            title={lever.promise}
            disabled={isOff(lever)}
            onClick={() => void pull(lever)}
          >
            {lever.name}
          </button>
        </li>
      ))}
    </ul>
  )

  return (
    <section class="remote" aria-label="Remote control">
      <h2>Remote control</h2>
      <p class={state.trouble ? 'promise trouble' : 'promise'} role="status">
        {state.trouble ??
          pulled?.promise ??
          (awaits || lost
            ? 'The payer has the details. What happens next is in your hand.'
            : 'Choose a way to pay in the shop, as a payer would. Then come back to these.')}
      </p>
      <div class="reach">
        <button
          type="button"
          class="lever new"
          disabled={busy}
          onClick={() => {
            setPulled(null)
            void play.attempting(() => play.newOrder(settings))
          }}
        >
          New order
        </button>
        <h3>The payer</h3>
        {buttons(payerLevers)}
        <h3>Between the machines</h3>
        {buttons(world.kill ? [...troubleLevers, killLever] : troubleLevers)}
        <h3>{state.turned === 0 ? 'Time' : `Time: ${durationWords(state.turned)} ahead`}</h3>
        <ul class="levers times">
          {timeTurns.map(([name, seconds]) => (
            <li key={name}>
              <button
                type="button"
                class="lever"
                disabled={busy}
                onClick={() => void play.attempting(() => play.turn(seconds))}
              >
                {name}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

/** `1 d 31 min`, without what is zero. */
function durationWords(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  const parts = [
    [Math.floor(minutes / 1440), 'd'],
    [Math.floor(minutes / 60) % 24, 'h'],
    [minutes % 60, 'min'],
  ] as const
  return parts.flatMap(([count, unit]) => (count > 0 ? [`${count} ${unit}`] : [])).join(' ')
}
