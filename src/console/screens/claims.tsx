import { useSignal } from '@preact/signals'
import { type ClaimList, DeclineReason } from '../../contract/index.ts'
import { ErrorAlert } from '../parts/error-alert.tsx'
import { SaveButton } from '../parts/export-button.tsx'
import { NoteField } from '../parts/inputs.tsx'
import { Heading } from '../parts/layout.tsx'
import { Pager } from '../parts/pager.tsx'
import { FieldRow, Id, Timestamp } from '../parts/values.tsx'
import { usePolling } from '../polling.ts'
import { hashOf } from '../route.ts'
import { mayDo, type Session } from '../session.ts'
import { useSubmission } from '../submission.ts'

const refreshSeconds = () => 15

/** Claims that wait for a decision, the oldest first. */
export function Claims({ session, after }: { session: Session; after: string | null }) {
  const polling = usePolling((abortSignal) => session.api.claims(after, abortSignal), refreshSeconds)
  const page = polling.value.value
  return (
    <>
      <div class="head">
        <Heading title="Claims">Claims</Heading>
      </div>
      <p class="hint">
        Payers who say that they sent the money. Send the case file to the service's support: a correction or
        a late success accepts the claim by itself. Decline it only if the money has not arrived.
      </p>
      <ErrorAlert failure={polling.failure.value} onRetry={polling.refresh} />
      {page === null ? (
        <p class="empty">Loading…</p>
      ) : page.claims.length === 0 ? (
        <p class="empty">No claim waits for a decision.</p>
      ) : (
        page.claims.map((listed) => (
          <ClaimCard
            key={listed.claim.number}
            session={session}
            listed={listed}
            onDeclined={() => polling.refresh()}
          />
        ))
      )}
      <Pager routeOf={(to) => ({ page: 'claims', after: to })} after={after} next={page?.next} />
    </>
  )
}

interface CardProps {
  session: Session
  listed: ClaimList['claims'][number]
  onDeclined(): void
}

function ClaimCard({ session, listed, onDeclined }: CardProps) {
  const { checkout, order, status, requested, claim } = listed
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
      <h2>
        <a href={hashOf({ page: 'checkout', id: checkout })}>Order {order}</a>: {requested.value}{' '}
        {requested.currency}, {status}
      </h2>
      <p>
        Claim <Id>{number}</Id> of attempt {attempt}, made <Timestamp time={at} />.
      </p>
      <dl class="fields">{said.map(([label, text]) => text && <FieldRow label={label}>{text}</FieldRow>)}</dl>
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
      {mayDo(session, 'resolve') && (
        <DeclineForm
          decline={async (reason, text) => {
            await session.api.declineClaim(number, { reason, text })
            onDeclined()
          }}
        />
      )}
    </section>
  )
}

/** Saves the case file of a checkout as one archive. */
export const CaseFileButton = ({ session, checkout }: { session: Session; checkout: string }) => (
  <SaveButton label="Case file" name={`case-${checkout}.zip`} load={() => session.api.caseFile(checkout)} />
)

const reasonTexts: Record<DeclineReason, string> = {
  not_received: 'The money has not arrived',
  wrong_receipt: 'The receipt does not show this transfer',
  counted_already: 'Counted for another payment',
  other: 'Another reason',
}

function DeclineForm({ decline }: { decline(reason: DeclineReason, text: string): Promise<void> }) {
  const reason = useSignal<DeclineReason>('not_received')
  const text = useSignal('')
  const { busy, failure, submit } = useSubmission()
  return (
    <form
      class="resolve"
      onSubmit={(event) => {
        event.preventDefault()
        const written = text.value.trim()
        if (written !== '') void submit(() => decline(reason.value, written))
      }}
    >
      <label>
        Reason{' '}
        <select
          value={reason.value}
          onChange={({ currentTarget }) => {
            reason.value = DeclineReason.catch('other').parse(currentTarget.value)
          }}
        >
          {DeclineReason.options.map((option) => (
            <option key={option} value={option}>
              {reasonTexts[option]}
            </option>
          ))}
        </select>
      </label>
      <NoteField label="For the payer: why, and what to do" note={text} />
      <ErrorAlert failure={failure.value} />
      <div class="actions">
        <button type="submit" class="button-primary" disabled={text.value.trim() === '' || busy.value}>
          Decline
        </button>
      </div>
    </form>
  )
}
