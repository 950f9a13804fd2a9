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

/** Keys that flows have been seen to need; which ones yours needs is agreed with the service. */
const knownKeys = ['cardNumber', 'cardHolder', 'bankName', 'BankAccount', 'payeerIdentifier', 'email']

/** What is to be paid out. Nothing is sent from here. */
export function PayoutForm({ pipelines, initial, onSubmit }: Props) {
  const fields = useSignal<Field[]>(
    initial?.additionalFields?.map(({ key, value }) => ({ key, value: String(value) })) ?? [],
  )
  const problem = useSignal('')

  function submit(form: HTMLFormElement): void {
    const data = new FormData(form)
    const text = (name: string): string => String(data.get(name) ?? '').trim()
    const payout = { reference: text('reference'), amount: text('amount'), currency: text('currency') }
    const additionalFields = fields.value.filter(({ key }) => key.trim() !== '')
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
      class="card slip"
      autocomplete="off"
      noValidate
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
        Your own name for this payout. The same reference never pays twice.
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
          <select id="pipeline" name="pipeline" defaultValue={initial?.pipeline ?? ''}>
            {pipelines.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </>
      )}
      <fieldset>
        <legend>Additional fields</legend>
        <p class="hint">What your flow needs besides, such as the card to pay to.</p>
        <datalist id="known-keys">
          {knownKeys.map((key) => (
            <option key={key} value={key} />
          ))}
        </datalist>
        {fields.value.map((field, index) => (
          // Fields are told apart by their place: two may be empty.
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
              class="quiet"
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
          class="quiet"
          onClick={() => {
            fields.value = [...fields.value, { key: '', value: '' }]
          }}
        >
          Add a field
        </button>
      </fieldset>
      {problem.value !== '' && (
        <p class="trouble" role="alert">
          {problem.value}
        </p>
      )}
      <div class="acts">
        <button type="submit" class="main">
          Go on to confirm
        </button>
      </div>
    </form>
  )
}

function validate(
  { reference, amount, currency }: { reference: string; amount: string; currency: string },
  fields: readonly Field[],
): string {
  if (reference === '') return 'Give the payout a reference of your own.'
  if (!/^\d+(\.\d+)?$/.test(amount) || !/[1-9]/.test(amount))
    return 'The amount is digits with a dot for the fraction, greater than 0: 1250.00.'
  if (currency === '') return 'Say in which currency, by its key: UAH.'
  if (fields.some(({ value }) => value.trim() === '')) return 'A field that has a key needs a value.'
  return ''
}
