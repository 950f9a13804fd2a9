import { type Signal, signal, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { CreatePayout } from '../../contract/index.ts'
import type { ApiError } from '../api.ts'
import { formatMoney } from '../format.ts'
import { ErrorAlert } from '../parts/error-alert.tsx'
import { Head } from '../parts/layout.tsx'
import { PayoutForm } from '../parts/payout-form.tsx'
import { Amount, FieldRow } from '../parts/values.tsx'
import { navigate } from '../route.ts'
import type { Session } from '../session.ts'
import { useSubmission } from '../submission.ts'
import { amountInWords } from '../texts/amount.ts'
import { fieldLabel, groupValue } from '../texts/destination.ts'

/** The reference of a create request that returned an existing payout; its page shows a notice. */
export const duplicateReference: Signal<string> = signal('')

/** Creates a payout: a form, then a confirmation with the amount in words, then one request. */
export function NewPayout({ session }: { session: Session }) {
  const payout = useSignal<CreatePayout | null>(null)
  const confirming = useSignal(false)
  const { busy, failure, submit, reset } = useSubmission()
  const isLeft = useRef(false)
  useEffect(
    () => () => {
      isLeft.current = true
    },
    [],
  )

  async function create(): Promise<void> {
    if (payout.value === null) return
    const { reference } = payout.value
    const { isNew } = await session.api.createPayout(payout.value)
    duplicateReference.value = isNew ? '' : reference
    if (!isLeft.current) navigate({ page: 'payout', reference })
  }

  return (
    <>
      <Head title={confirming.value ? 'Confirm the payout' : 'Make a payout'} list="Payouts" />
      {confirming.value && payout.value !== null ? (
        <ConfirmPayout
          payout={payout.value}
          sending={busy}
          failure={failure}
          onConfirm={() => void submit(create)}
          onEdit={() => {
            reset()
            confirming.value = false
          }}
        />
      ) : (
        <PayoutForm
          pipelines={session.pipelines.filter(({ profile }) => profile === 'payout')}
          initial={payout.value}
          onSubmit={(entered) => {
            payout.value = entered
            confirming.value = true
          }}
        />
      )}
    </>
  )
}

interface Props {
  payout: CreatePayout
  sending: boolean
  failure: ApiError | null
  onConfirm(): void
  onEdit(): void
}

function ConfirmPayout({ payout, sending, failure, onConfirm, onEdit }: Props) {
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
          <FieldRow key={key} label={fieldLabel(key)}>
            {groupValue(key, String(value))}
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
        <button type="button" class="button-primary" aria-disabled={sending} onClick={onConfirm}>
          Pay out {formatMoney({ value: amount, currency })}
        </button>
        <button type="button" class="button-secondary" disabled={sending} onClick={onEdit}>
          Change
        </button>
      </div>
    </section>
  )
}
