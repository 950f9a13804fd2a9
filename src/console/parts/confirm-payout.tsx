import type { CreatePayout } from '../../contract/index.ts'
import type { ApiError } from '../api.ts'
import { formatMoney } from '../format.ts'
import { amountInWords } from '../texts/amount.ts'
import { Amount } from './amount.tsx'
import { ErrorAlert } from './error-alert.tsx'
import { FieldRow } from './field-row.tsx'

interface Props {
  payout: CreatePayout
  sending: boolean
  failure: ApiError | null
  onConfirm(): void
  onEdit(): void
}

/** The confirmation before the payout is created. */
export function ConfirmPayout({ payout, sending, failure, onConfirm, onEdit }: Props) {
  const { reference, amount, currency, pipeline, additionalFields = [] } = payout
  return (
    <section class="card payout-card" aria-label="The payout">
      <p class="payout-amount">
        <Amount amount={{ value: amount, currency }} />
      </p>
      <p class="amount-in-words">{amountInWords(amount, currency)}</p>
      <dl class="field-list">
        <FieldRow label="Reference">{reference}</FieldRow>
        {pipeline !== undefined && <FieldRow label="Pipeline">{pipeline}</FieldRow>}
        {additionalFields.map(({ key, value }) => (
          <FieldRow key={key} label={key}>
            {mask(String(value))}
          </FieldRow>
        ))}
      </dl>
      <p class="hint">
        The money is sent as soon as the service accepts the payout. If your server requires a second
        operator, it is requested only after the approval. It cannot be taken back here.
      </p>
      <ErrorAlert failure={failure} />
      {failure?.kind === 'unknown' && (
        <p class="hint">
          The outcome is unknown. Pressing again is safe: the same reference never creates a second payout.
        </p>
      )}
      <div class="actions">
        <button type="button" class="button-primary" disabled={sending} onClick={onConfirm}>
          Pay out {formatMoney({ value: amount, currency })}
        </button>
        <button type="button" class="button-secondary" disabled={sending} onClick={onEdit}>
          Change
        </button>
      </div>
    </section>
  )
}

/** Shows only the first and last digits of a card, account or phone number. Names stay as they are. */
const mask = (value: string): string =>
  value.replace(/\D/g, '').length < 8 ? value : `${value.slice(0, 4)} … ${value.slice(-4)}`
