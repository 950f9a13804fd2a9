import type { PayoutStory } from 'paypane/contract'
import { StoryPage } from '../parts/story-page.tsx'
import type { Session } from '../session.ts'
import { payoutSentence } from '../words/status.ts'
import { alreadyThere } from './new-payout.tsx'

/** Closely while it is under way. */
const pace = ({ status }: PayoutStory): number => (status === 'succeeded' || status === 'failed' ? 30 : 2)

/** One payout, followed. */
export function Payout({ session, reference }: { session: Session; reference: string }) {
  return (
    <StoryPage<PayoutStory>
      kind="payout"
      list={{ page: 'payouts', name: 'Payouts' }}
      title={() => `Payout ${reference}`}
      load={(stop) => session.api.payout(reference, stop)}
      pace={pace}
      settle={(act) => session.api.settlePayout(reference, act)}
      sentence={payoutSentence}
      paid="Paid out"
    >
      {alreadyThere.value === reference && (
        <p class="notice" role="status">
          A payout with this reference was there already, and is shown here. No second one was made.
        </p>
      )}
    </StoryPage>
  )
}
