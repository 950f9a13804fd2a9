import { languageName } from '../app/language-name.ts'
import { directionOf } from '../app/shop-words.ts'
import { type Choice, directions, themes, widths } from './looks.ts'

interface Props {
  choice: Choice
  locales: readonly string[]
  change: (changed: Partial<Choice>) => void
}

/** The looks to see each state in: any number of themes, directions and widths at once. */
export function Controls({ choice, locales, change }: Props) {
  return (
    <form class="controls" aria-label="Looks" onSubmit={(event) => event.preventDefault()}>
      <Several
        legend="Theme"
        known={themes}
        nameOf={(theme) => ({ light: 'Light', dark: 'Dark' })[theme]}
        chosen={choice.themes}
        choose={(chosen) => change({ themes: chosen })}
      />
      <Several
        legend="Direction"
        known={directions}
        nameOf={(direction) => ({ ltr: 'Left to right', rtl: 'Right to left' })[direction]}
        chosen={choice.directions}
        choose={(chosen) => change({ directions: chosen })}
      />
      <Several
        legend="Width, px"
        known={widths}
        nameOf={String}
        chosen={choice.widths}
        choose={(chosen) => change({ widths: chosen })}
      />
      <label>
        <span>Language</span>
        <select
          value={choice.locale}
          onChange={({ currentTarget: { value } }) => {
            const isOne = choice.directions.length === 1
            change({ locale: value, ...(isOne && { directions: [directionOf(value)] }) })
          }}
        >
          {locales.map((tag) => (
            <option key={tag} value={tag}>
              {languageName(tag)}
            </option>
          ))}
        </select>
      </label>
    </form>
  )
}

interface SeveralProps<Value> {
  legend: string
  known: readonly Value[]
  nameOf: (value: Value) => string
  chosen: readonly Value[]
  choose: (chosen: Value[]) => void
}

/** Some of several, at least one: the last one stays. */
function Several<Value extends string | number>({
  legend,
  known,
  nameOf,
  chosen,
  choose,
}: SeveralProps<Value>) {
  const toggle = (value: Value) => {
    const next = known.filter((other) => chosen.includes(other) !== (other === value))
    if (next.length > 0) choose(next)
  }
  return (
    <fieldset>
      <legend>{legend}</legend>
      {known.map((value) => (
        <button key={value} type="button" aria-pressed={chosen.includes(value)} onClick={() => toggle(value)}>
          {nameOf(value)}
        </button>
      ))}
    </fieldset>
  )
}
