import { useSignal } from '@preact/signals'
import { Fragment } from 'preact'
import { useId } from 'preact/hooks'
import type { CreatePayout, PayerField } from '../../contract/index.ts'
import { destinationMistake, withoutSeparators } from '../destination.ts'

/** A payout pipeline, with what the merchant sends as the destination. */
export interface PayoutPipeline {
  name: string
  fields: readonly PayerField[]
}

interface Field {
  key: string
  value: string
}

interface Props {
  pipelines: readonly PayoutPipeline[]
  initial: CreatePayout | null
  onSubmit(payout: CreatePayout): void
}

/** Suggestions: the service defines which keys a flow requires. */
const knownKeys = ['cardNumber', 'cardHolder', 'bankName', 'BankAccount', 'payeerIdentifier', 'email']
const labels = new Map([
  ['cardNumber', 'Card number'],
  ['cardHolder', 'Card holder'],
  ['bankName', 'Bank'],
  ['BankAccount', 'Account number'],
  ['accountNumber', 'Account number'],
  ['email', 'Email'],
])
export const fieldLabel = (key: string, declared?: PayerField): string =>
  declared?.label ?? labels.get(key) ?? key

/** The form of a new payout. It sends nothing; a confirmation follows. */
export function PayoutForm({ pipelines, initial, onSubmit }: Props) {
  const given = (initial?.additionalFields ?? []).map(({ key, value }) => ({ key, value: String(value) }))
  const pipeline = useSignal(initial?.pipeline ?? pipelines[0]?.name ?? '')
  const declared = pipelines.find(({ name }) => name === pipeline.value)?.fields ?? []
  const isDeclared = ({ key }: Field): boolean => declared.some((field) => field.key === key)
  const named = useSignal(new Map(given.map(({ key, value }) => [key, value])))
  const others = useSignal<Field[]>(given.filter((field) => !isDeclared(field)))
  /** What is wrong, by the name of the input. */
  const mistakes = useSignal<ReadonlyMap<string, string>>(new Map())

  function submit(form: HTMLFormElement): void {
    const data = new FormData(form)
    const text = (name: string): string => String(data.get(name) ?? '').trim()
    const payout = { reference: text('reference'), amount: text('amount'), currency: text('currency') }
    const destination = [
      ...declared.map(({ key }) => ({ key, value: named.value.get(key) ?? '' })),
      ...others.value,
    ].map(({ key, value }) => ({ key: key.trim(), value: withoutSeparators(value.trim()) }))
    mistakes.value = new Map([
      ...payoutMistakes(payout),
      ...destination.flatMap(({ key, value }, index): [string, string][] => {
        const mistake = fieldMistake(key, value, declared[index])
        return mistake === '' ? [] : [[`field ${index}`, mistake]]
      }),
    ])
    const [first] = mistakes.value.keys()
    if (first !== undefined) return void form.querySelector<HTMLElement>(`[data-name="${first}"]`)?.focus()
    const additionalFields = destination.filter(({ value }) => value !== '')
    onSubmit({
      ...payout,
      ...(pipelines.length > 1 ? { pipeline: pipeline.value } : {}),
      ...(additionalFields.length > 0 ? { additionalFields } : {}),
    })
  }

  const updateOther = (index: number, changes: Partial<Field>): void => {
    others.value = others.value.map((field, i) => (i === index ? { ...field, ...changes } : field))
  }
  const mistakeOf = (name: string): string => mistakes.value.get(name) ?? ''

  return (
    <form
      class="card payout-card"
      autocomplete="off"
      noValidate
      onInput={() => {
        mistakes.value = new Map()
      }}
      onSubmit={(event) => {
        event.preventDefault()
        submit(event.currentTarget)
      }}
    >
      <Labelled
        label="Reference"
        name="reference"
        initial={initial?.reference ?? ''}
        hint="Your own reference for this payout. The same reference never pays twice."
        mistake={mistakeOf('reference')}
      />
      <div class="pair">
        <div>
          <Labelled
            label="Amount"
            name="amount"
            inputMode="decimal"
            initial={initial?.amount ?? ''}
            placeholder="100.00"
            mistake={mistakeOf('amount')}
          />
        </div>
        <div>
          <Labelled
            label="Currency key"
            name="currency"
            initial={initial?.currency ?? ''}
            placeholder="UAH"
            mistake={mistakeOf('currency')}
          />
        </div>
      </div>
      {pipelines.length > 1 && (
        <>
          <label for="pipeline">Pipeline</label>
          <select
            id="pipeline"
            value={pipeline.value}
            onChange={(event) => {
              pipeline.value = event.currentTarget.value
            }}
          >
            {pipelines.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </>
      )}
      {declared.map((field, index) => (
        <Labelled
          key={field.key}
          label={`${fieldLabel(field.key, field)}${field.required ? '' : ' (optional)'}`}
          name={`field ${index}`}
          initial={named.value.get(field.key) ?? ''}
          hint={field.hint}
          onText={(text) => {
            named.value = new Map(named.value).set(field.key, text)
          }}
          mistake={mistakeOf(`field ${index}`)}
        />
      ))}
      <fieldset>
        <legend>Additional fields</legend>
        <p class="hint">What your payout flow requires, such as the card number.</p>
        <datalist id="known-keys">
          {knownKeys.map((key) => (
            <option key={key} value={key} label={fieldLabel(key)} />
          ))}
        </datalist>
        {others.value.map((field, index) => (
          // Keyed by position: two fields may be empty.
          <Fragment key={String(index)}>
            <div class="field">
              <input
                aria-label={`Key of field ${index + 1}`}
                list="known-keys"
                value={field.key}
                spellcheck={false}
                onInput={(event) => updateOther(index, { key: event.currentTarget.value })}
              />
              <input
                aria-label={`Value of field ${index + 1}`}
                data-name={`field ${declared.length + index}`}
                value={field.value}
                spellcheck={false}
                onInput={(event) => updateOther(index, { value: event.currentTarget.value })}
              />
              <button
                type="button"
                class="button-secondary"
                aria-label={`Remove field ${index + 1}`}
                onClick={() => {
                  others.value = others.value.filter((_, at) => at !== index)
                }}
              >
                Remove
              </button>
            </div>
            <Mistake text={mistakeOf(`field ${declared.length + index}`)} />
          </Fragment>
        ))}
        <button
          type="button"
          class="button-secondary"
          onClick={() => {
            others.value = [...others.value, { key: '', value: '' }]
          }}
        >
          Add a field
        </button>
      </fieldset>
      <div class="actions">
        <button type="submit" class="button-primary">
          Continue
        </button>
      </div>
    </form>
  )
}

interface LabelledProps {
  label: string
  name: string
  initial: string
  hint?: string | undefined
  placeholder?: string
  inputMode?: 'decimal'
  onText?(text: string): void
  mistake: string
}

function Labelled({ label, name, initial, hint, onText, mistake, ...input }: LabelledProps) {
  const id = useId()
  return (
    <>
      <label for={id}>{label}</label>
      <input
        {...input}
        defaultValue={initial}
        onInput={(event) => onText?.(event.currentTarget.value)}
        id={id}
        name={name}
        data-name={name}
        spellcheck={false}
        aria-invalid={mistake !== ''}
        aria-describedby={`${id}-hint`}
      />
      <div id={`${id}-hint`}>
        {hint !== undefined && <p class="hint">{hint}</p>}
        <Mistake text={mistake} />
      </div>
    </>
  )
}

const Mistake = ({ text }: { text: string }) =>
  text === '' ? null : (
    <p class="mistake" role="alert">
      {text}
    </p>
  )

function payoutMistakes({
  reference,
  amount,
  currency,
}: Pick<CreatePayout, 'reference' | 'amount' | 'currency'>): [string, string][] {
  const mistakes: [string, string][] = []
  if (reference === '') mistakes.push(['reference', 'Enter a reference.'])
  if (!/^\d+(\.\d+)?$/.test(amount) || !/[1-9]/.test(amount))
    mistakes.push(['amount', 'Enter an amount greater than 0, with a dot for decimals: 1250.00.'])
  if (currency === '') mistakes.push(['currency', 'Enter the currency key, such as UAH.'])
  return mistakes
}

/** `declared`: undefined for a field that the operator has added, which may be left empty as a whole. */
function fieldMistake(key: string, value: string, declared: PayerField | undefined): string {
  if (declared === undefined && key === '' && value === '') return ''
  if (key === '' || (value === '' && declared === undefined)) return 'Enter a key and a value, or remove it.'
  if (value === '') return declared?.required === false ? '' : `Enter: ${fieldLabel(key, declared)}.`
  return destinationMistake(key, value, declared?.kind)
}
