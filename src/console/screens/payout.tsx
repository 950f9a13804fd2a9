import type { PayoutDetail } from '../../contract/index.ts'
import { DetailPage } from '../parts/detail-page.tsx'
import { FieldRow } from '../parts/field-row.tsx'
import { PayoutApproval } from '../parts/payout-approval.tsx'
import { mayDo, type Session } from '../session.ts'
import { payoutSentence } from '../texts/status.ts'
import { duplicateReference } from './new-payout.tsx'

const changing: readonly PayoutDetail['status'][] = ['awaiting_approval', 'preparing', 'pending']

/** Seconds: short while the service works on the payout, or another operator may decide. */
const intervalSeconds = ({ status }: PayoutDetail): number => (changing.includes(status) ? 2 : 30)

/** The page of a payout. */
export function Payout({ session, reference }: { session: Session; reference: string }) {
  return (
    <DetailPage<PayoutDetail>
      kind="payout"
      list={{ page: 'payouts', name: 'Payouts' }}
      title={() => `Payout ${reference}`}
      load={(abortSignal) => session.api.payout(reference, abortSignal)}
      intervalSeconds={intervalSeconds}
      resolve={mayDo(session, 'resolve') ? (action) => session.api.resolvePayout(reference, action) : null}
      sentence={payoutSentence}
      paidLabel="Paid out"
      extraFields={({ createdBy, destination }) => (
        <>
          {createdBy !== null && <FieldRow label="Created by">{createdBy}</FieldRow>}
          {destination.map(({ key, value }) => (
            <FieldRow key={key} label={key}>
              {value}
            </FieldRow>
          ))}
        </>
      )}
      approval={(detail, decide) => (
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
