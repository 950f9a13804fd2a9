import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import type { CheckoutDetail, CreateRefund, RefundDetail, RefundLink } from '../../contract/index.ts'
import { hashOf } from '../route.ts'
import { mayDo, type Session } from '../session.ts'
import { useSubmission } from '../submission.ts'
import type { Tone } from '../texts/status.ts'
import { ActionForm } from './action-form.tsx'
import { Badge } from './badge.tsx'
import { ErrorAlert } from './error-alert.tsx'
import { boundTo, NoteField } from './inputs.tsx'
import { Amount, Id, Timestamp } from './values.tsx'

interface Props {
  session: Session
  detail: CheckoutDetail
  decide(send: Promise<CheckoutDetail>): Promise<void>
}

/** The refunds of a checkout, and the form of another one: open for a surplus, folded for the rest. */
export function Refunds({ session, detail, decide }: Props) {
  const { id, refunds, refundable, surplus, received, amount } = detail
  const lastLink = useSignal<RefundLink | null>(null)
  const canRefund = /[1-9]/.test(refundable.value) && mayDo(session, 'payout:create')
  if (surplus === null && refunds.length === 0 && !canRefund) return null

  async function createLink(
    request: CreateRefund,
    shown: readonly RefundDetail[] | null,
  ): Promise<CheckoutDetail> {
    const created = await session.api.createRefund(id, request)
    if (shown?.every((refund) => refund.id !== created.refund.id))
      return await session.api.withdrawRefund(id, created.refund.id)
    lastLink.value = created
    return await session.api.checkout(id)
  }
  /**
   * By its amount and reason. The payer may have given its destination since the page was read, or another operator may have
   * made one like it; then the same request makes, or finds, another refund.
   */
  async function showAgain({ id: refundId, amount, note }: RefundDetail): Promise<CheckoutDetail> {
    const current = await session.api.checkout(id)
    const isOpen = current.refunds.some((refund) => refund.id === refundId && refund.state === 'requested')
    return isOpen ? await createLink({ amount: amount.value, note }, current.refunds) : current
  }
  // A new refund is not among those shown before the details are read again.
  const linked = refunds.find((refund) => refund.id === lastLink.value?.refund.id)
  const link = linked === undefined || linked.state === 'requested' ? lastLink.value : null
  const form = (
    <RefundForm
      key={surplus?.value}
      refundable={refundable}
      surplus={surplus}
      request={(request) => decide(createLink(request, null))}
    />
  )
  return (
    <section class={`card refunds ${surplus === null ? '' : 'needs-decision'}`} aria-label="To refund">
      {surplus === null ? (
        <h2>Refunds</h2>
      ) : (
        <>
          <h2>
            Refund <Amount amount={surplus} />
          </h2>
          <p>
            <Amount amount={received} /> received, <Amount amount={amount} /> requested.
          </p>
        </>
      )}
      {refunds.map((refund) => (
        <RefundRow
          key={refund.id}
          refund={refund}
          actions={
            refund.state === 'requested' && mayDo(session, 'payout:create')
              ? {
                  linkAgain: () => decide(showAgain(refund)),
                  withdraw: () => decide(session.api.withdrawRefund(id, refund.id)),
                }
              : null
          }
        />
      ))}
      {link !== null && (
        <p class="notice" role="status">
          Send this link to the payer of the order, and to nobody else: whoever has it says where the money
          goes. It is valid until <Timestamp time={link.expiresAt} />. <Id>{link.url}</Id>
        </p>
      )}
      {!canRefund ? null : surplus !== null ? (
        form
      ) : (
        <details>
          <summary>Make a refund</summary>
          {form}
        </details>
      )}
    </section>
  )
}

const states: Record<RefundDetail['state'], [label: string, tone: Tone]> = {
  requested: ['waits for the payer to say where to', 'neutral'],
  // Its payout may still wait for the approval of a second operator.
  pending: ['not paid out yet', 'in-progress'],
  succeeded: ['refunded', 'success'],
  failed: ['failed', 'warning'],
  withdrawn: ['withdrawn', 'neutral'],
}

interface RowProps {
  refund: RefundDetail
  actions: { linkAgain(): Promise<void>; withdraw(): Promise<void> } | null
}

function RefundRow({ refund: { id, amount, state, at, operator, note, contradicted }, actions }: RowProps) {
  const { busy, failure, submit } = useSubmission()
  const [label, tone] = states[state]
  const hasPayout = state === 'pending' || state === 'succeeded' || state === 'failed'
  return (
    <div class="refund">
      <p>
        <b>
          <Amount amount={amount} />
        </b>{' '}
        <Badge status={state === 'succeeded' ? 'succeeded' : 'pending'} label={label} tone={tone} />{' '}
        {hasPayout && <a href={hashOf({ page: 'payout', reference: id })}>Payout</a>}
      </p>
      <p class="hint">
        {operator}, <Timestamp time={at} />: {note}
        {contradicted && '. By what the service says later, it may be paid: its amount stays reserved.'}
      </p>
      <ErrorAlert failure={failure} />
      {actions !== null && (
        <p class="actions">
          <button
            type="button"
            class="button-secondary"
            aria-disabled={busy}
            onClick={() => void submit(actions.linkAgain)}
          >
            Show the link again
          </button>
          <button
            type="button"
            class="button-secondary"
            aria-disabled={busy}
            onClick={() => void submit(actions.withdraw)}
          >
            Withdraw
          </button>
        </p>
      )}
    </div>
  )
}

interface FormProps {
  refundable: CheckoutDetail['refundable']
  surplus: CheckoutDetail['surplus']
  request(refund: CreateRefund): Promise<void>
}

function RefundForm({ refundable, surplus, request }: FormProps) {
  const amount = useSignal(surplus?.value ?? '')
  const note = useSignal('')
  const id = useId()
  async function run(): Promise<void> {
    await request({ amount: amount.value.trim(), note: note.value.trim() })
    // Once the payer has given a destination, the same request would be another refund.
    amount.value = ''
    note.value = ''
  }
  return (
    <ActionForm
      label="Make the refund link"
      isReady={amount.value.trim() !== '' && note.value.trim() !== ''}
      run={run}
      note={
        <span class="hint">
          Nothing is sent yet: the payer says where to, then it is a payout like any other.
        </span>
      }
    >
      <label for={id}>Amount in {refundable.currency}</label>
      <input id={id} inputMode="decimal" autocomplete="off" {...boundTo(amount)} />
      <p class="hint">
        At most <Amount amount={refundable} />.
      </p>
      <NoteField label="Reason (recorded with the time)" note={note} />
    </ActionForm>
  )
}
