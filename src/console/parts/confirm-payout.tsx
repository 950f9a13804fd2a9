import type { CreatePayout } from '../../contract/index.ts'
import type { ApiError } from '../api.ts'
import { formatMoney } from '../format.ts'
import { amountInWords } from '../words/amount.ts'
import { ErrorAlert, FieldRow } from './common.tsx'

interface Props {
  payout: CreatePayout
  sending: boolean
  failure: ApiError | null
  onConfirm(): void
  onEdit(): void
}

/** The last look before money leaves. */
export function ConfirmPayout({ payout, sending, failure, onConfirm, onEdit }: Props) {
  const { reference, amount, currency, pipeline, additionalFields = [] } = payout
  return (
    <section class="card slip" aria-label="The payout">
      <p class="big">{formatMoney({ value: amount, currency })}</p>
      <p class="in-words">{amountInWords(amount, currency)}</p>
      <dl class="facts">
        <FieldRow label="Reference">{reference}</FieldRow>
        {pipeline !== undefined && <FieldRow label="Pipeline">{pipeline}</FieldRow>}
        {additionalFields.map(({ key, value }) => (
          <FieldRow key={key} label={key}>
            {mask(String(value))}
          </FieldRow>
        ))}
      </dl>
      <p class="hint">
        The money leaves as soon as the service takes this. It cannot be called back from here.
      </p>
      <ErrorAlert failure={failure} />
      {failure?.kind === 'unknown' && (
        <p class="hint">
          Whether the payout was made is not known here. Pressing again is safe: under the same reference no
          second one is made.
        </p>
      )}
      <div class="acts">
        <button type="button" class="main" disabled={sending} onClick={onConfirm}>
          Pay out {formatMoney({ value: amount, currency })}
        </button>
        <button type="button" class="quiet" disabled={sending} onClick={onEdit}>
          Change
        </button>
      </div>
    </section>
  )
}

/** A card, an account or a phone is told by its first and last digits; names are read whole. */
const mask = (value: string): string =>
  value.replace(/\D/g, '').length < 8 ? value : `${value.slice(0, 4)} … ${value.slice(-4)}`
