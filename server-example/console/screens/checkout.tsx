import type { CheckoutStory } from 'paypane/contract'
import { Fact, Id, Moment } from '../parts/small.tsx'
import { StoryPage } from '../parts/story-page.tsx'
import type { Session } from '../session.ts'
import { checkoutSentence } from '../words/status.ts'

/** What is over seldom changes. */
const pace = ({ final, needsReview }: CheckoutStory): number => (final && !needsReview ? 30 : 3)

/** One checkout's whole story. */
export function Checkout({ session, id }: { session: Session; id: string }) {
  return (
    <StoryPage<CheckoutStory>
      kind="checkout"
      list={{ page: 'checkouts', name: 'Checkouts' }}
      title={(story) => (story === null ? 'Checkout' : `Order ${story.order}`)}
      load={(stop) => session.api.checkout(id, stop)}
      pace={pace}
      settle={(act) => session.api.settleCheckout(id, act)}
      sentence={checkoutSentence}
      paid="Paid"
      hint={({ final }) =>
        final ? 'Final: nothing can change any more.' : 'Not final: it is being watched.'
      }
      facts={({ expiresAt, id: checkout }) => (
        <>
          <Fact name="Payer's time until">
            <Moment at={expiresAt} />
          </Fact>
          <Fact name="Checkout">
            <Id>{checkout}</Id>
          </Fact>
        </>
      )}
    />
  )
}
