import { type Guard, guards } from './guards.ts'
import type { Pace } from './protocol.ts'
import { type Settings, sliderNames, sliders } from './settings.ts'

interface Props {
  settings: Settings
  pace: Pace
  isOver: boolean
  /** Starts the history again. */
  change(changes: Partial<Settings>): void
  setPace(pace: Pace): void
}

const anotherSeed = (): string => String(1 + Math.floor(Math.random() * 999_999))
const guardNames: readonly Guard[] = ['lookups', 'watch', 'second']

export function Controls({ settings, pace, isOver, change, setPace }: Props) {
  return (
    <form class="faults" aria-label="What goes wrong" onSubmit={(event) => event.preventDefault()}>
      {sliderNames.map((name) => (
        <Slider key={name} name={name} value={settings[name]} change={(value) => change({ [name]: value })} />
      ))}
      <label class="guard">
        <span>Take out a guard</span>
        <select
          value={settings.guard ?? ''}
          onChange={({ currentTarget: { value } }) => {
            const guard = guardNames.find((name) => name === value) ?? null
            change({ guard, ...(guard === null ? {} : guards[guard].shownBy) })
          }}
        >
          <option value="">None: as it is shipped</option>
          {guardNames.map((name) => (
            <option key={name} value={name}>
              {guards[name].name}
            </option>
          ))}
        </select>
      </label>
      <div class="run">
        {!isOver && (
          <>
            <button
              type="button"
              class="button-key"
              onClick={() => setPace(pace === 'paused' ? 'shown' : 'paused')}
            >
              {pace === 'paused' ? 'Play' : 'Pause'}
            </button>
            <button type="button" class="button-plain" onClick={() => setPace('fast')}>
              To the end
            </button>
          </>
        )}
        <button
          type="button"
          class={isOver ? 'button-key' : 'button-plain'}
          onClick={() => change({ seed: anotherSeed() })}
        >
          Another seed
        </button>
        <p class="seed">Seed {settings.seed}</p>
      </div>
    </form>
  )
}

interface SliderProps {
  name: (typeof sliderNames)[number]
  value: number
  change(value: number): void
}

/** Changes on release: each change starts the history again. */
function Slider({ name, value, change }: SliderProps) {
  const { name: label, max, step, unit } = sliders[name]
  const text = `${value}${unit}`
  return (
    <label class="slider">
      <span>
        {label}{' '}
        <span class="value" aria-hidden="true">
          {text}
        </span>
      </span>
      <input
        type="range"
        min={0}
        max={max}
        step={step}
        value={value}
        aria-valuetext={text}
        onInput={({ currentTarget }) => {
          const shown = currentTarget.parentElement?.querySelector('.value')
          if (shown) shown.textContent = `${currentTarget.value}${unit}`
        }}
        onChange={({ currentTarget }) => change(currentTarget.valueAsNumber)}
      />
    </label>
  )
}
