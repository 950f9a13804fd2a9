import { useSignal } from '@preact/signals'
import type { CheckoutDetail, RefundDetail } from '../../contract/index.ts'
import { formatMoney, formatTime } from '../format.ts'
import { hashOf } from '../route.ts'
import { mayDo, type Session } from '../session.ts'
import { useSubmission } from '../submission.ts'
import { ErrorAlert } from './error-alert.tsx'
import { NoteField } from './inputs.tsx'
import { FieldRow, Id, writeToClipboard } from './values.tsx'

interface Props extends Pick<CheckoutDetail, 'refunds' | 'refundable' | 'surplus'> {
  session: Session
  /** The id of the checkout. */
  checkout: string
  onChanged(): void
}

const stateTexts: Record<RefundDetail['state'], string> = {
  requested: 'waits for the payer to say where it goes',
  pending: 'is being paid out',
  succeeded: 'refunded',
  failed: 'failed: nothing was refunded',
  withdrawn: 'withdrawn',
}

/** The refunds of a checkout, and the form for one more where something was received. */
export function Refunds({ session, checkout, refunds, refundable, surplus, onChanged }: Props) {
  const mayRefund = mayDo(session, 'payout:create')
  const made = useSignal<{ url: string; isCopied: boolean } | null>(null)
  const isReceived = /[1-9]/.test(refundable.value) && !refundable.value.startsWith('-')
  return (
    <>
      {refunds.map((refund) => (
        <FieldRow key={refund.id} label="Refund">
          {formatMoney(refund.amount)}: {stateTexts[refund.state]}. {refund.operator}, {formatTime(refund.at)}
          : “{refund.note}”{' '}
          {['pending', 'succeeded', 'failed'].includes(refund.state) && (
            <a href={hashOf({ page: 'payout', reference: refund.id })}>Its payout</a>
          )}
          {refund.state === 'requested' && mayRefund && (
            <Withdraw
              send={async () => {
                await session.api.withdrawRefund(checkout, refund.id)
                onChanged()
              }}
            />
          )}
        </FieldRow>
      ))}
      {made.value !== null && (
        <FieldRow label="Refund link">
          <span role="status">
            {made.value.isCopied ? 'Copied. ' : ''}Send it to the payer and to nobody else: whoever has it
            says where the money goes.
          </span>{' '}
          <Id>{made.value.url}</Id>
        </FieldRow>
      )}
      {mayRefund && isReceived && (
        <FieldRow label={surplus === null ? 'Refund' : 'Refund the surplus'}>
          <RefundForm
            key={refunds.length}
            offered={surplus ?? refundable}
            max={refundable}
            create={async (amount, note) => {
              const { url } = await session.api.createRefund(checkout, { amount, note })
              made.value = { url, isCopied: await writeToClipboard(url) }
              onChanged()
            }}
          />
        </FieldRow>
      )}
    </>
  )
}

function Withdraw({ send }: { send(): Promise<void> }) {
  const { busy, failure, submit } = useSubmission()
  return (
    <>
      <button type="button" class="button-secondary" disabled={busy.value} onClick={() => void submit(send)}>
        Withdraw
      </button>
      <ErrorAlert failure={failure.value} />
    </>
  )
}

interface FormProps {
  offered: CheckoutDetail['refundable']
  max: CheckoutDetail['refundable']
  create(amount: string, note: string): Promise<void>
}

/** Opens on demand: it makes a link that directs money. */
function RefundForm({ offered, max, create }: FormProps) {
  const amount = useSignal(offered.value)
  const note = useSignal('')
  const { busy, failure, submit } = useSubmission()
  const isReady = /^\d+(\.\d+)?$/.test(amount.value.trim()) && note.value.trim() !== ''

  return (
    <details>
      <summary>
        {formatMoney(offered)} of {formatMoney(max)}
      </summary>
      <form
        class="resolve"
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady) void submit(() => create(amount.value.trim(), note.value.trim()))
        }}
      >
        <label>
          Amount in {max.currency}{' '}
          <input
            inputMode="decimal"
            autocomplete="off"
            value={amount.value}
            onInput={({ currentTarget }) => {
              amount.value = currentTarget.value
            }}
          />
        </label>
        <NoteField label="Reason of the refund (recorded)" note={note} />
        <ErrorAlert failure={failure.value} />
        <div class="actions">
          <button type="submit" class="button-primary" disabled={!isReady || busy.value}>
            Make a refund link
          </button>
        </div>
      </form>
    </details>
  )
}
