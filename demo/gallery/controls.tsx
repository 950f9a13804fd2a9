import { directionOf, languageName } from '../app/language.ts'
import { directions, type Selection, themes, widths } from './variants.ts'

interface Props {
  selection: Selection
  locales: readonly string[]
  change: (changes: Partial<Selection>) => void
}

/** Selects the variants of each state: themes, directions and widths. */
export function Controls({ selection, locales, change }: Props) {
  return (
    <form class="controls" aria-label="Variants" onSubmit={(event) => event.preventDefault()}>
      <MultiChoice
        legend="Theme"
        options={themes}
        labelOf={(theme) => ({ light: 'Light', dark: 'Dark' })[theme]}
        selected={selection.themes}
        onSelect={(chosen) => change({ themes: chosen })}
      />
      <MultiChoice
        legend="Direction"
        options={directions}
        labelOf={(direction) => ({ ltr: 'Left to right', rtl: 'Right to left' })[direction]}
        selected={selection.directions}
        onSelect={(chosen) => change({ directions: chosen })}
      />
      <MultiChoice
        legend="Width, px"
        options={widths}
        labelOf={String}
        selected={selection.widths}
        onSelect={(chosen) => change({ widths: chosen })}
      />
      <label>
        <span>Language</span>
        <select
          value={selection.locale}
          onChange={({ currentTarget: { value } }) => {
            const isSingleDirection = selection.directions.length === 1
            change({ locale: value, ...(isSingleDirection && { directions: [directionOf(value)] }) })
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

interface MultiChoiceProps<Value> {
  legend: string
  options: readonly Value[]
  labelOf: (value: Value) => string
  selected: readonly Value[]
  onSelect: (selected: Value[]) => void
}

/** A multiple choice of which at least one option stays selected. */
function MultiChoice<Value extends string | number>({
  legend,
  options,
  labelOf,
  selected,
  onSelect,
}: MultiChoiceProps<Value>) {
  const toggle = (value: Value) => {
    const next = options.filter((other) => selected.includes(other) !== (other === value))
    if (next.length > 0) onSelect(next)
  }
  return (
    <fieldset>
      <legend>{legend}</legend>
      {options.map((value) => (
        <button
          key={value}
          type="button"
          aria-pressed={selected.includes(value)}
          onClick={() => toggle(value)}
        >
          {labelOf(value)}
        </button>
      ))}
    </fieldset>
  )
}
