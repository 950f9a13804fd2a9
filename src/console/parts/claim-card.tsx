import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import type { ClaimDetail, DeclineReason } from '../../contract/index.ts'
import { mayDo, type Session } from '../session.ts'
import { ActionForm } from './action-form.tsx'
import { SaveButton } from './export-button.tsx'
import { NoteField } from './inputs.tsx'
import { FieldRow, Id, Timestamp } from './values.tsx'

interface Props {
  session: Session
  checkout: string
  claim: ClaimDetail
  title: ComponentChildren
  decline(reason: DeclineReason, text: string): Promise<void>
}

/** A claim that waits for a decision: what the payer says, the receipts as attachments, and the form to decline it. */
export function ClaimCard({ session, checkout, claim, title, decline }: Props) {
  const { number, at, attempt, content, receipts } = claim
  const { amount, sentAt, bank, lastDigits, note } = content ?? {}
  const said: [label: string, text: string | null | undefined][] = [
    ['Amount sent', amount],
    ['Sent at', sentAt],
    ['From bank', bank],
    ['Last digits', lastDigits],
    ['Note', note],
  ]
  return (
    <section class="card needs-decision" aria-label={`Claim ${number}`}>
      <h2>{title}</h2>
      <p>
        Claim <Id>{number}</Id> of attempt {attempt}, made <Timestamp time={at} relative />.
      </p>
      <dl class="field-list">
        {said.map(([label, text]) => text && <FieldRow label={label}>{text}</FieldRow>)}
      </dl>
      <p class="hint">
        Send the case file to the service's support: a correction or a late success accepts the claim by
        itself. Decline it only if the money has not arrived.
      </p>
      <div class="actions">
        {receipts.map(({ id, type }, index) => (
          <SaveButton
            key={id}
            label={`Receipt ${index + 1} (${type.replace(/^.*\//, '').toUpperCase()})`}
            name={`${number}-${index + 1}.${type.replace(/^.*\//, '')}`}
            load={() => session.api.receipt(number, id)}
          />
        ))}
        <CaseFileButton session={session} checkout={checkout} />
      </div>
      {mayDo(session, 'resolve') && <DeclineForm decline={decline} />}
    </section>
  )
}

export const CaseFileButton = ({ session, checkout }: { session: Session; checkout: string }) => (
  <SaveButton label="Case file" name={`case-${checkout}.zip`} load={() => session.api.caseFile(checkout)} />
)

const reasons: Record<DeclineReason, string> = {
  not_received: 'The money has not arrived',
  wrong_receipt: 'The receipt does not show this transfer',
  counted_already: 'Counted for another payment',
  other: 'Another reason',
}

function DeclineForm({ decline }: { decline(reason: DeclineReason, text: string): Promise<void> }) {
  const reason = useSignal<DeclineReason>('not_received')
  const text = useSignal('')
  const written = text.value.trim()
  return (
    <ActionForm label="Decline" isReady={written !== ''} run={() => decline(reason.value, written)}>
      <label>
        Reason{' '}
        <select
          value={reason.value}
          onChange={({ currentTarget }) => {
            reason.value = currentTarget.value
          }}
        >
          {Object.entries(reasons).map(([name, words]) => (
            <option key={name} value={name}>
              {words}
            </option>
          ))}
        </select>
      </label>
      <NoteField label="For the payer: why, and what to do" note={text} />
    </ActionForm>
  )
}
