import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import type { CreatePayout } from '../../contract/index.ts'
import type { Session } from '../session.ts'
import { defaultFields, fieldLabel, groupValue, sentValue, valueProblem } from '../texts/destination.ts'

interface OtherField {
  key: string
  value: string
}

interface Props {
  /** Those of payouts. */
  pipelines: Session['pipelines']
  initial: CreatePayout | null
  onSubmit(payout: CreatePayout): void
}

/** The form of a new payout. It sends nothing; a confirmation follows. */
export function PayoutForm({ pipelines, initial, onSubmit }: Props) {
  const pipeline = useSignal(initial?.pipeline ?? pipelines[0]?.name)
  const given = (initial?.additionalFields ?? []).map(({ key, value }) => ({
    key: key.trim(),
    value: String(value),
  }))
  const fields = pipelines.find(({ name }) => name === pipeline.value)?.fields ?? defaultFields
  const isDeclared = ({ key }: OtherField): boolean => fields.some((field) => field.key === key)
  const values = useSignal<Readonly<Record<string, string>>>(
    Object.fromEntries(given.filter(isDeclared).map(({ key, value }) => [key, groupValue(key, value)])),
  )
  const others = useSignal<OtherField[]>(given.filter((field) => !isDeclared(field)))
  /** What is wrong, by the name of the input. */
  const problems = useSignal<Readonly<Record<string, string>>>({})

  function submit(form: HTMLFormElement): void {
    const data = new FormData(form)
    const text = (name: string): string => String(data.get(name) ?? '').trim()
    const payout = { reference: text('reference'), amount: text('amount'), currency: text('currency') }
    const rows = others.value
      .map(({ key, value }) => ({ key: key.trim(), value: value.trim() }))
      .filter(({ key, value }) => key !== '' || value !== '')
    const found = Object.entries({
      ...payoutProblems(payout),
      ...Object.fromEntries(
        fields.map((field) => [field.key, valueProblem(field, values.value[field.key] ?? '')]),
      ),
      others: rows.some(({ key, value }) => key === '' || value === '')
        ? 'Enter a key and a value for every other field.'
        : '',
    }).filter(([, problem]) => problem !== '')
    problems.value = Object.fromEntries(found)
    const [first] = found
    if (first !== undefined) {
      form.querySelector<HTMLElement>(`[name="${CSS.escape(first[0])}"]`)?.focus()
      return
    }
    const additionalFields = [
      ...fields.map(({ key }) => ({ key, value: sentValue(key, values.value[key] ?? '') })),
      ...rows,
    ].filter(({ value }) => value !== '')
    onSubmit({
      ...payout,
      ...(pipelines.length > 1 && pipeline.value !== undefined ? { pipeline: pipeline.value } : {}),
      ...(additionalFields.length > 0 ? { additionalFields } : {}),
    })
  }

  const updateOther = (index: number, changes: Partial<OtherField>): void => {
    others.value = others.value.map((field, i) => (i === index ? { ...field, ...changes } : field))
  }
  /** `described`: the attributes that connect the input with its label, hint and problem. */
  function row(
    name: string,
    label: string,
    hint: string | undefined,
    input: (described: object) => ComponentChildren,
  ) {
    const id = `payout-${name}`
    const problem = problems.value[name]
    return (
      <>
        <label for={id}>{label}</label>
        {input({ id, 'aria-describedby': `${id}-hint`, 'aria-invalid': problem !== undefined })}
        <div id={`${id}-hint`}>
          {hint !== undefined && <p class="hint">{hint}</p>}
          <Problem text={problem} />
        </div>
      </>
    )
  }

  return (
    <form
      class="card payout-card"
      autocomplete="off"
      noValidate
      onInput={() => {
        problems.value = {}
      }}
      onSubmit={(event) => {
        event.preventDefault()
        submit(event.currentTarget)
      }}
    >
      {row(
        'reference',
        'Reference',
        'Your own reference for this payout. The same reference never pays twice.',
        (described) => (
          <input name="reference" defaultValue={initial?.reference ?? ''} {...described} />
        ),
      )}
      <div class="pair">
        <div>
          {row('amount', 'Amount', undefined, (described) => (
            <input
              name="amount"
              inputMode="decimal"
              defaultValue={initial?.amount ?? ''}
              placeholder="100.00"
              {...described}
            />
          ))}
        </div>
        <div>
          {row('currency', 'Currency key', undefined, (described) => (
            <input
              name="currency"
              defaultValue={initial?.currency ?? ''}
              placeholder="UAH"
              spellcheck={false}
              {...described}
            />
          ))}
        </div>
      </div>
      {pipelines.length > 1 && (
        <>
          <label for="pipeline">Pipeline</label>
          <select
            id="pipeline"
            value={pipeline.value}
            onChange={({ currentTarget }) => {
              pipeline.value = currentTarget.value
            }}
          >
            {pipelines.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </>
      )}
      <fieldset>
        <legend>Pay to</legend>
        {fields.map(({ key, kind, label = fieldLabel(key), hint, options }) => {
          const set = (value: string): void => {
            values.value = { ...values.value, [key]: value }
          }
          return (
            <div key={key}>
              {row(key, label, hint, (described) =>
                options === undefined ? (
                  <input
                    name={key}
                    inputMode={kind === 'digits' ? 'numeric' : undefined}
                    spellcheck={false}
                    value={values.value[key] ?? ''}
                    onInput={({ currentTarget }) => set(currentTarget.value)}
                    onBlur={({ currentTarget }) => set(groupValue(key, currentTarget.value))}
                    {...described}
                  />
                ) : (
                  <select
                    name={key}
                    value={values.value[key] ?? ''}
                    onChange={({ currentTarget }) => set(currentTarget.value)}
                    {...described}
                  >
                    <option value="" />
                    {options.map((option) => (
                      <option key={option.value} value={option.value}>
                        {option.label}
                      </option>
                    ))}
                  </select>
                ),
              )}
            </div>
          )
        })}
        {others.value.map((field, index) => (
          // Keyed by position: two fields may be empty.
          <div class="field" key={String(index)}>
            <input
              aria-label={`Key of field ${index + 1}`}
              name="others"
              value={field.key}
              spellcheck={false}
              onInput={(event) => updateOther(index, { key: event.currentTarget.value })}
            />
            <input
              aria-label={`Value of field ${index + 1}`}
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
        ))}
        <Problem text={problems.value['others']} />
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

const Problem = ({ text }: { text: string | undefined }) =>
  text === undefined ? null : (
    <p class="problem" role="alert">
      {text}
    </p>
  )

function payoutProblems({ reference, amount, currency }: CreatePayout): Record<string, string> {
  const isAmount = /^\d+(\.\d+)?$/.test(amount) && /[1-9]/.test(amount)
  return {
    reference: reference === '' ? 'Enter a reference.' : '',
    amount: isAmount ? '' : 'Enter an amount greater than 0, with a dot for decimals: 1250.00.',
    currency: currency === '' ? 'Enter the currency key, such as UAH.' : '',
  }
}
