import type { CheckoutList, ClaimList } from '../../contract/index.ts'
import type { ApiError } from '../api.ts'
import { hashOf, noFilters } from '../route.ts'
import type { Session } from '../session.ts'
import { failureOf, lastOf, withoutPart } from '../settled.ts'
import { reviewTexts } from '../texts/review.ts'
import { Table } from './table.tsx'
import { Amount, Timestamp } from './values.tsx'
import { Waiting } from './waiting.tsx'

/** What waits for an operator; null: not loaded. */
export interface Decisions {
  reviews: CheckoutList | null
  claims: ClaimList | null
  /** Why a part is missing or as it was before. */
  failure: ApiError | null
}

export async function loadToDecide(
  { api }: Session,
  abortSignal: AbortSignal,
  before: Decisions | null,
): Promise<Decisions> {
  const [reviews, claims] = await Promise.allSettled([
    api.checkouts({ ...noFilters, review: true }, abortSignal),
    api.claims(abortSignal),
  ])
  const [notReviews, notClaims] = [failureOf(reviews), failureOf(claims)]
  const part =
    notReviews && notClaims ? 'What waits for a decision' : notReviews ? 'What needs review' : 'Claims'
  const failure = notReviews ?? notClaims
  return {
    reviews: lastOf(reviews, before?.reviews),
    claims: lastOf(claims, before?.claims),
    failure: failure && withoutPart(part, failure),
  }
}

/** The orders that wait for an operator: reviews and claims, the longest waiting first. */
export function ToDecide({ reviews, claims }: Decisions) {
  const rows = rowsOf(reviews?.checkouts ?? [], claims?.claims ?? [])
  return (
    <Waiting
      title="To decide"
      count={rows.length}
      hasMore={reviews?.next !== null || claims?.next !== null}
      unreadable={reviews?.unreadable}
      more={
        reviews?.next && (
          <a href={hashOf({ page: 'checkouts', ...noFilters, review: true })}>All that need review</a>
        )
      }
    >
      <Table
        class="list"
        rows={rows}
        rowKey={({ key }) => key}
        caption="The longest waiting first"
        columns={[
          [
            'Order',
            'main name',
            ({ checkout, order }) => <a href={hashOf({ page: 'checkout', id: checkout })}>{order}</a>,
          ],
          ['What happened', 'state', ({ what }) => what],
          ['Requested', 'number', ({ requested }) => <Amount amount={requested} />],
          ['Paid', 'number wide', ({ received }) => <Amount amount={received} />],
          ['Waits since', 'when-column', ({ since }) => <Timestamp time={since} relative />],
        ]}
      />
    </Waiting>
  )
}

/** One row for each decision. An order may wait for two. */
function rowsOf(reviews: CheckoutList['checkouts'], claims: ClaimList['claims']) {
  const reviewRows = reviews.map(({ id, order, amount, received, review, updatedAt }) => ({
    key: id,
    checkout: id,
    order,
    what: review === null ? 'Needs review' : reviewTexts[review.reason].title,
    requested: amount,
    received,
    since: review?.since ?? updatedAt,
  }))
  const claimRows = claims.map(({ checkout, order, requested, claim }) => ({
    key: claim.number,
    checkout,
    order,
    what: 'The payer claims that the money was sent',
    requested,
    received: null,
    since: claim.at,
  }))
  return [...reviewRows, ...claimRows].sort((a, b) => Date.parse(a.since) - Date.parse(b.since))
}
