import { groupDigits } from '../format.ts'
import { ClaimCard } from '../parts/claim-card.tsx'
import { QueuePage } from '../parts/queue-page.tsx'
import { hashOf } from '../route.ts'
import type { Session } from '../session.ts'

/** Claims that wait for a decision, the oldest first. */
export const Claims = ({ session, after }: { session: Session; after: string | null }) => (
  <QueuePage
    title="Claims"
    hint="Payers who say that they sent the money. Send the case file to the service's support: a correction or a late success accepts the claim by itself. Decline it only if the money has not arrived."
    empty="No claim waits for a decision."
    after={after}
    routeOf={(to) => ({ page: 'claims', after: to })}
    load={async (abortSignal) => {
      const { claims, next } = await session.api.claims(after, abortSignal)
      return { items: claims, next }
    }}
    card={({ checkout, order, status, requested, claim }, refresh) => (
      <ClaimCard
        key={claim.number}
        session={session}
        checkout={checkout}
        claim={claim}
        title={
          <>
            <a href={hashOf({ page: 'checkout', id: checkout })}>Order {order}</a>:{' '}
            {groupDigits(requested.value)} {requested.currency}, {status}
          </>
        }
        decline={async (reason, text) => {
          await session.api.declineClaim(claim.number, { reason, text })
          refresh()
        }}
      />
    )}
  />
)
