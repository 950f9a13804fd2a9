import { type Control, clockSteps, faultControls, payerControls } from './controls.ts'
import type { DemoState } from './demo-state.ts'
import type { RemoteControl } from './remote-control.ts'
import type { Tour } from './tour/tour.ts'
import { fill, type Words } from './words/en.ts'

interface Props {
  control: RemoteControl
  tour: Tour
  state: DemoState
  words: Words
}

/** The remote control: actions of the payer, and faults between the servers. */
export function RemotePanel({ control, tour, state, words }: Props) {
  const hasAttempt = state.view !== null && state.view.attempts > 0
  const available = ({ needs }: Control) => hasAttempt || needs === 'nothing'
  const controlButtons = (controls: readonly Control[]) => (
    <ul class="controls">
      {controls.map((item) => (
        <li key={item.id}>
          <button
            type="button"
            class={item.id === 'pay' ? 'control first' : 'control'}
            data-control={item.id}
            // Not `disabled`, which would take the focus from the button that was pressed.
            aria-disabled={control.isDisabled(item)}
            onClick={() => {
              if (!control.isDisabled(item)) control.run(item)
            }}
          >
            {words[item.name]}
          </button>
        </li>
      ))}
    </ul>
  )

  return (
    <section class="remote" aria-label="Remote control" tabIndex={-1}>
      <h2>{words.remote}</h2>
      <p class={state.error ? 'description error' : 'description'} role="status">
        {state.error ?? (control.isPaymentActive ? words.hintNext : hasAttempt ? '' : words.hintChoose)}
      </p>
      <div class="remote-controls">
        <div class="starts">
          <button type="button" class="control new" disabled={control.isBusy} onClick={control.newOrder}>
            {words.newOrder}
          </button>
          <button type="button" class="control new" disabled={control.isBusy} onClick={tour.advance}>
            {words.takeTour}
          </button>
        </div>
        {hasAttempt && (
          <>
            <h3>{words.payer}</h3>
            {controlButtons(payerControls)}
          </>
        )}
        <h3>{words.between}</h3>
        {controlButtons(faultControls.filter(available))}
        <h3>
          {state.advancedSeconds === 0
            ? words.time
            : fill(words.ahead, { time: formatDuration(state.advancedSeconds) })}
        </h3>
        <ul class="controls times">
          {clockSteps.map(({ name, seconds }) => (
            <li key={name}>
              <button
                type="button"
                class="control"
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
