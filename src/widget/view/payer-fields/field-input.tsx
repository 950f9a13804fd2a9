import type { PayerField } from '../../../contract/view.ts'
import type { Translator } from '../../i18n/translator.ts'
import { maxTypedLength } from './check-value.ts'
import { errorText, phrase, promptOf } from './text.ts'

interface Props {
  /** Unique in the widget. */
  id: string
  field: PayerField
  label: string
  /** As typed. */
  value: string
  brokenRule: string | null
  isLast: boolean
  t: Translator
  onType: (typed: string) => void
}

export function FieldInput({ id, field, label, value, brokenRule, isLast, t, onType }: Props) {
  const { key, kind, required, options, hint } = field
  const describedBy = [hint && `${id}-hint`, brokenRule && `${id}-error`].filter(Boolean).join(' ')
  const handleType = ({ currentTarget }: { currentTarget: { value: string } }) => onType(currentTarget.value)
  const shared = {
    id,
    name: `fields[${key}]`,
    value,
    required,
    'aria-invalid': brokenRule !== null,
    'aria-describedby': describedBy || undefined,
  }
  return (
    <div class="payer-field">
      <label for={id}>
        <bdi>{label}</bdi>
        {!required && <span>{` ${phrase(t, 'fieldOptional')}`}</span>}
      </label>
      {hint && (
        <small id={`${id}-hint`} dir="auto">
          {hint}
        </small>
      )}
      {kind === 'select' ? (
        <select {...shared} onChange={handleType}>
          <option value="">{promptOf(field, t) ?? '—'}</option>
          {options?.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...shared}
          {...inputAttributes(field)}
          enterKeyHint={isLast ? 'go' : 'next'}
          onInput={handleType}
          onChange={handleType}
          onKeyDown={(event) => {
            // The key is labelled "next", and an early error would be noise.
            if (event.key === 'Enter' && !event.isComposing && focusNextField(event.currentTarget)) {
              event.preventDefault()
            }
          }}
        />
      )}
      {brokenRule && (
        <p class="field-error" id={`${id}-error`}>
          <span key={brokenRule}>{errorText(field, brokenRule, t)}</span>
        </p>
      )}
    </div>
  )
}

/** False on the last field. */
function focusNextField(input: HTMLInputElement): boolean {
  const next = input.closest('.payer-field')?.nextElementSibling?.querySelector<HTMLElement>('input, select')
  next?.focus()
  return Boolean(next)
}

/** By the key in lower case, else by the kind. A card is the one that the payer pays from. */
const autocompleteTokens: Readonly<Record<string, string>> = {
  email: 'email',
  phone: 'tel',
  tel: 'tel',
  firstname: 'given-name',
  lastname: 'family-name',
  fullname: 'name',
  cardnumber: 'cc-number',
}

const keyboards = {
  text: { type: 'text', inputMode: 'text' },
  email: { type: 'email', inputMode: 'email' },
  tel: { type: 'tel', inputMode: 'tel' },
  digits: { type: 'text', inputMode: 'numeric' },
  iban: { type: 'text', inputMode: 'text' },
} as const

/** The keyboard, the autofill token and the text direction for a field that is typed. */
function inputAttributes(field: PayerField) {
  const kind = field.kind === 'select' ? 'text' : field.kind
  const token = autocompleteTokens[field.key.toLowerCase()] ?? autocompleteTokens[kind] ?? 'off'
  return {
    ...keyboards[kind],
    autocomplete: token,
    autocapitalize: kind === 'iban' ? 'characters' : /name$/.test(token) ? 'words' : 'none',
    spellcheck: false,
    dir: kind === 'text' ? undefined : 'ltr',
    maxLength: maxTypedLength(field),
  } as const
}
