import { useSignal } from '@preact/signals'
import type { CreatePayout } from '../../contract/index.ts'

interface Field {
  key: string
  value: string
}

interface Props {
  pipelines: readonly string[]
  initial: CreatePayout | null
  onSubmit(payout: CreatePayout): void
}

/** Suggestions: the service defines which keys a flow requires. */
const knownKeys = ['cardNumber', 'cardHolder', 'bankName', 'BankAccount', 'payeerIdentifier', 'email']

/** The form of a new payout. It sends nothing; a confirmation follows. */
export function PayoutForm({ pipelines, initial, onSubmit }: Props) {
  const fields = useSignal<Field[]>(
    initial?.additionalFields?.map(({ key, value }) => ({ key, value: String(value) })) ?? [],
  )
  const problem = useSignal('')

  function submit(form: HTMLFormElement): void {
    const data = new FormData(form)
    const text = (name: string): string => String(data.get(name) ?? '').trim()
    const payout = { reference: text('reference'), amount: text('amount'), currency: text('currency') }
    const additionalFields = fields.value
      .map(({ key, value }) => ({ key: key.trim(), value: value.trim() }))
      .filter(({ key, value }) => key !== '' || value !== '')
    problem.value = validate(payout, additionalFields)
    if (problem.value !== '') return
    onSubmit({
      ...payout,
      ...(pipelines.length > 1 ? { pipeline: text('pipeline') } : {}),
      ...(additionalFields.length > 0 ? { additionalFields } : {}),
    })
  }

  const updateField = (index: number, changes: Partial<Field>): void => {
    fields.value = fields.value.map((field, i) => (i === index ? { ...field, ...changes } : field))
  }

  return (
    <form
      class="card payout-card"
      autocomplete="off"
      noValidate
      onInput={() => {
        problem.value = ''
      }}
      onSubmit={(event) => {
        event.preventDefault()
        submit(event.currentTarget)
      }}
    >
      <label for="reference">Reference</label>
      <input
        id="reference"
        name="reference"
        defaultValue={initial?.reference ?? ''}
        aria-describedby="reference-hint"
      />
      <p id="reference-hint" class="hint">
        Your own reference for this payout. The same reference never pays twice.
      </p>
      <div class="pair">
        <div>
          <label for="amount">Amount</label>
          <input
            id="amount"
            name="amount"
            inputMode="decimal"
            defaultValue={initial?.amount ?? ''}
            placeholder="100.00"
          />
        </div>
        <div>
          <label for="currency">Currency key</label>
          <input
            id="currency"
            name="currency"
            defaultValue={initial?.currency ?? ''}
            placeholder="UAH"
            spellcheck={false}
          />
        </div>
      </div>
      {pipelines.length > 1 && (
        <>
          <label for="pipeline">Pipeline</label>
          <select id="pipeline" name="pipeline">
            {pipelines.map((name) => (
              <option key={name} selected={name === initial?.pipeline}>
                {name}
              </option>
            ))}
          </select>
        </>
      )}
      <fieldset>
        <legend>Additional fields</legend>
        <p class="hint">What your payout flow requires, such as the card number.</p>
        <datalist id="known-keys">
          {knownKeys.map((key) => (
            <option key={key} value={key} />
          ))}
        </datalist>
        {fields.value.map((field, index) => (
          // Keyed by position: two fields may be empty.
          <div class="field" key={String(index)}>
            <input
              aria-label={`Key of field ${index + 1}`}
              list="known-keys"
              value={field.key}
              spellcheck={false}
              onInput={(event) => updateField(index, { key: event.currentTarget.value })}
            />
            <input
              aria-label={`Value of field ${index + 1}`}
              value={field.value}
              spellcheck={false}
              onInput={(event) => updateField(index, { value: event.currentTarget.value })}
            />
            <button
              type="button"
              class="button-secondary"
              aria-label={`Remove field ${index + 1}`}
              onClick={() => {
                fields.value = fields.value.filter((_, at) => at !== index)
              }}
            >
              Remove
            </button>
          </div>
        ))}
        <button
          type="button"
          class="button-secondary"
          onClick={() => {
            fields.value = [...fields.value, { key: '', value: '' }]
          }}
        >
          Add a field
        </button>
      </fieldset>
      {problem.value !== '' && (
        <p class="error" role="alert">
          {problem.value}
        </p>
      )}
      <div class="actions">
        <button type="submit" class="button-primary">
          Continue
        </button>
      </div>
    </form>
  )
}

function validate(
  { reference, amount, currency }: { reference: string; amount: string; currency: string },
  fields: readonly Field[],
): string {
  if (reference === '') return 'Enter a reference.'
  if (!/^\d+(\.\d+)?$/.test(amount) || !/[1-9]/.test(amount))
    return 'Enter an amount greater than 0, with a dot for decimals: 1250.00.'
  if (currency === '') return 'Enter the currency key, such as UAH.'
  if (fields.some(({ key, value }) => key === '' || value === ''))
    return 'Enter a key and a value for every additional field.'
  return ''
}
