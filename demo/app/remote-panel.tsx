import type { DemoState } from './demo-state.ts'
import { clockSteps, faultLevers, type Lever, payerLevers } from './levers.ts'
import type { RemoteControl } from './remote-control.ts'

/** The remote control: actions of the payer, and faults between the servers. */
export function RemotePanel({ control, state }: { control: RemoteControl; state: DemoState }) {
  const leverButtons = (levers: readonly Lever[]) => (
    <ul class="levers">
      {levers.map((lever) => (
        <li key={lever.id}>
          <button
            type="button"
            class={lever.id === 'pay' ? 'lever first' : 'lever'}
            data-lever={lever.id}
            title={lever.description}
            disabled={control.isDisabled(lever)}
            onClick={() => control.run(lever)}
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
      <p class={state.error ? 'description error' : 'description'} role="status">
        {state.error ??
          control.lastLever?.description ??
          (control.isPaymentActive
            ? 'The payer sees the payment details. Choose what happens next.'
            : 'Choose a payment method in the shop, as a payer would. Then use these controls.')}
      </p>
      <div class="remote-levers">
        <button type="button" class="lever new" disabled={control.isBusy} onClick={control.newOrder}>
          New order
        </button>
        <h3>The payer</h3>
        {leverButtons(payerLevers)}
        <h3>Between the servers</h3>
        {leverButtons(faultLevers)}
        <h3>
          {state.advancedSeconds === 0 ? 'Time' : `Time: ${formatDuration(state.advancedSeconds)} ahead`}
        </h3>
        <ul class="levers times">
          {clockSteps.map(({ name, seconds }) => (
            <li key={name}>
              <button
                type="button"
                class="lever"
                disabled={control.isBusy}
                onClick={() => control.advanceClock(seconds)}
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

/** `1 d 31 min`, without zero parts. */
function formatDuration(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  const parts = [
    [Math.floor(minutes / 1440), 'd'],
    [Math.floor(minutes / 60) % 24, 'h'],
    [minutes % 60, 'min'],
  ] as const
  return parts.flatMap(([count, unit]) => (count > 0 ? [`${count} ${unit}`] : [])).join(' ')
}
