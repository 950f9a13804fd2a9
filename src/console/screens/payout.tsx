import { useSignal } from '@preact/signals'
import type { PayoutDetail, PayoutView } from '../../contract/index.ts'
import { isSamePerson } from '../../contract/operator.ts'
import { formatMoney } from '../format.ts'
import { Badge } from '../parts/badge.tsx'
import { DetailPage } from '../parts/detail-page.tsx'
import { ErrorAlert } from '../parts/error-alert.tsx'
import { NoteField } from '../parts/inputs.tsx'
import { Table } from '../parts/table.tsx'
import { Amount, FieldRow, Timestamp } from '../parts/values.tsx'
import { hashOf } from '../route.ts'
import { mayDo, type Session } from '../session.ts'
import { useSubmission } from '../submission.ts'
import { amountInWords } from '../texts/amount.ts'
import { fieldLabel } from '../texts/destination.ts'
import { payoutSentence } from '../texts/status.ts'
import { duplicateReference } from './new-payout.tsx'

const changing: readonly PayoutDetail['status'][] = ['awaiting_approval', 'preparing', 'pending']

/** Seconds: short while the service works on the payout, or another operator may decide. */
const intervalSeconds = ({ status }: PayoutDetail): number => (changing.includes(status) ? 2 : 30)

export function Payout({ session, reference }: { session: Session; reference: string }) {
  return (
    <DetailPage<PayoutDetail>
      kind="payout"
      title={() => `Payout ${reference}`}
      load={(abortSignal) => session.api.payout(reference, abortSignal)}
      intervalSeconds={intervalSeconds}
      resolve={mayDo(session, 'resolve') ? (action) => session.api.resolvePayout(reference, action) : null}
      sentence={payoutSentence}
      paidLabel="Paid out"
      extraFields={({ createdBy, destination, refund }) => (
        <>
          {refund !== null && (
            <FieldRow label="Refund of">
              <RefundOf refund={refund} />
            </FieldRow>
          )}
          {createdBy !== null && <FieldRow label="Created by">{createdBy}</FieldRow>}
          {destination.map(({ key, value }) => (
            <FieldRow key={key} label={fieldLabel(key)}>
              {value}
            </FieldRow>
          ))}
        </>
      )}
      decisions={(detail, decide) => (
        <PayoutApproval
          payout={detail}
          session={session}
          decide={(decision, note) =>
            decide(session.api.decidePayout(reference, decision, note === '' ? {} : { note }))
          }
        />
      )}
    >
      {duplicateReference.value === reference && (
        <p class="notice" role="status">
          A payout with this reference already exists. It is shown here; no second one was created.
        </p>
      )}
    </DetailPage>
  )
}

const RefundOf = ({ refund: { checkout, order, note } }: { refund: NonNullable<PayoutDetail['refund']> }) => (
  <>
    <a href={hashOf({ page: 'checkout', id: checkout })}>{order}</a>: {note}
  </>
)

interface Props {
  payout: PayoutDetail
  session: Session
  decide(decision: 'approve' | 'reject', note: string): Promise<void>
}

/** The action that awaits a second operator, and the earlier payouts to the same destination. */
export function PayoutApproval({ payout, session, decide }: Props) {
  const { reference, amount, destination, refund, issuedTo, sameDestination, approvals } = payout
  const last = approvals.at(-1)
  const pending = last?.decided === null ? last : undefined
  if (pending === undefined && sameDestination.payouts.length === 0) return null
  const isOwn = (name: string): boolean => isSamePerson(name, session.operator.name)
  return (
    <section class={pending ? 'card needs-decision' : 'card'} aria-labelledby="approval">
      <h2 id="approval">{pending ? approvalTitles[pending.action] : otherPayouts}</h2>
      {pending && (
        <>
          <p class="payout-amount">
            <Amount amount={amount} />
          </p>
          <p class="amount-in-words">{amountInWords(amount.value, amount.currency)}</p>
          <dl class="field-list">
            <FieldRow label="Reference">{reference}</FieldRow>
            <FieldRow label="To">
              {destination.map(({ key, value }) => `${fieldLabel(key)} ${value}`).join(', ') ||
                'no destination given'}
            </FieldRow>
            {refund !== null && (
              <FieldRow label="Refund of">
                <RefundOf refund={refund} />
              </FieldRow>
            )}
            <FieldRow label="Requested by">
              {pending.requestedBy ?? "the shop's server"}, <Timestamp time={pending.requestedAt} />
            </FieldRow>
            {pending.note !== null && <FieldRow label="Why">{pending.note}</FieldRow>}
          </dl>
          <h3>{otherPayouts}</h3>
        </>
      )}
      <Table
        empty={sameDestination.more ? 'None that can be read.' : 'Nothing: this is the first payout to it.'}
        class="list"
        rows={sameDestination.payouts}
        rowKey={(other) => other.reference}
        columns={[
          ['Payout', 'main', payoutOf],
          ['Status', '', ({ status }) => <Badge status={status} />],
          ['Amount', 'number', ({ paid, amount }) => <Amount amount={paid ?? amount} />],
        ]}
      />
      {sameDestination.more && <p class="hint">There are more.</p>}
      {pending &&
        (pending.requestedBy !== null && isOwn(pending.requestedBy) ? (
          <p class="hint">You requested this: another operator has to decide.</p>
        ) : mayDo(session, 'payout:approve') ? (
          <DecisionForm
            key={pending.requestedAt}
            approve={
              pending.action === 'discard'
                ? 'Approve the discard'
                : issuedTo.some(isOwn)
                  ? null
                  : `Approve ${formatMoney(amount)}`
            }
            decide={decide}
          />
        ) : (
          <p class="hint">You do not have the scope payout:approve: another operator has to decide.</p>
        ))}
    </section>
  )
}

const payoutOf = ({ reference, createdAt }: PayoutView) => (
  <>
    <a href={hashOf({ page: 'payout', reference })}>{reference}</a>
    <small>
      <Timestamp time={createdAt} />
    </small>
  </>
)

const otherPayouts = 'Other payouts to this destination'

const approvalTitles = {
  create: 'Awaits approval',
  discard: 'Awaits approval: discard the payout, because the service has no such order',
}

/** Without a label to approve, the operator may only reject it. */
function DecisionForm({ approve, decide }: { approve: string | null; decide: Props['decide'] }) {
  const note = useSignal('')
  const { busy, failure, submit } = useSubmission()
  const text = note.value.trim()
  return (
    <form
      class="resolve"
      onSubmit={(event) => {
        event.preventDefault()
        if (approve !== null) void submit(() => decide('approve', text))
      }}
    >
      {approve === null && (
        <p class="hint">
          You were given the address of the page on which the payer says where the refund goes: another
          operator has to approve it.
        </p>
      )}
      <NoteField label="Reason (recorded)" note={note} />
      <ErrorAlert failure={failure} />
      <div class="actions">
        {approve !== null && (
          <button type="submit" class="button-primary" aria-disabled={busy}>
            {approve}
          </button>
        )}
        <button
          type="button"
          class="button-secondary"
          aria-disabled={busy}
          onClick={() => void submit(() => decide('reject', text))}
        >
          Reject
        </button>
      </div>
    </form>
  )
}
