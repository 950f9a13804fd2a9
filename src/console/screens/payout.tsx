import type { PayoutDetail } from '../../contract/index.ts'
import { DetailPage } from '../parts/detail-page.tsx'
import type { Session } from '../session.ts'
import { payoutSentence } from '../words/status.ts'
import { duplicateReference } from './new-payout.tsx'

/** Closely while it is under way. */
const intervalSeconds = ({ status }: PayoutDetail): number =>
  status === 'succeeded' || status === 'failed' ? 30 : 2

/** One payout, followed. */
export function Payout({ session, reference }: { session: Session; reference: string }) {
  return (
    <DetailPage<PayoutDetail>
      kind="payout"
      list={{ page: 'payouts', name: 'Payouts' }}
      title={() => `Payout ${reference}`}
      load={(stop) => session.api.payout(reference, stop)}
      intervalSeconds={intervalSeconds}
      resolve={(act) => session.api.resolvePayout(reference, act)}
      sentence={payoutSentence}
      paidLabel="Paid out"
    >
      {duplicateReference.value === reference && (
        <p class="notice" role="status">
          A payout with this reference was there already, and is shown here. No second one was made.
        </p>
      )}
    </DetailPage>
  )
}
