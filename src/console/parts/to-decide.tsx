import type { z } from 'zod'
import type { CheckoutList, ClaimList } from '../../contract/index.ts'
import { usePolling } from '../polling.ts'
import { hashOf, noFilters } from '../route.ts'
import type { Session } from '../session.ts'
import { reviewTexts } from '../texts/review.ts'
import { PutAside } from './entry-list.tsx'
import { Amount, Timestamp } from './values.tsx'

const refreshSeconds = () => 15

/** The orders that wait for an operator: reviews and claims, the longest waiting first. */
export function ToDecide({ session }: { session: Session }) {
  const polling = usePolling(async (abortSignal) => {
    const [reviews, claims] = await Promise.all([
      session.api.checkouts({ ...noFilters, review: true }, abortSignal),
      session.api.claims(abortSignal),
    ])
    return { reviews, claims }
  }, refreshSeconds)
  const found = polling.value.value
  if (found === null) return null
  const rows = rowsOf(found)
  const { reviews, claims } = found
  const hasMore = reviews.next !== null || claims.next !== null
  if (rows.length === 0 && !reviews.unreadable) return null
  return (
    <section class="card for-review" aria-labelledby="to-decide">
      <h2 id="to-decide">
        To decide{' '}
        <span class="count">
          {rows.length}
          {hasMore && '+'}
        </span>
      </h2>
      {rows.length > 0 && (
        <table class="list">
          <caption class="visually-hidden">The longest waiting first</caption>
          <thead>
            <tr>
              <th class="name">Order</th>
              <th class="state">What happened</th>
              <th class="number">Requested</th>
              <th class="number wide">Paid</th>
              <th class="wide">Waits since</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, checkout, order, what, requested, received, since }) => (
              <tr key={key}>
                <td class="main">
                  <a href={hashOf({ page: 'checkout', id: checkout })}>{order}</a>
                </td>
                <td>{what}</td>
                <td class="number">
                  <Amount amount={requested} />
                </td>
                <td class="number wide">
                  <Amount amount={received} />
                </td>
                <td class="wide">
                  <Timestamp time={since} relative />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <PutAside ids={reviews.unreadable} />
      {reviews.next !== null && (
        <p class="pager">
          <a href={hashOf({ page: 'checkouts', ...noFilters, review: true })}>All that need review</a>
        </p>
      )}
    </section>
  )
}

/** One row for each decision. An order may wait for two. */
function rowsOf({ reviews, claims }: { reviews: z.infer<typeof CheckoutList>; claims: ClaimList }) {
  const ofReviews = reviews.checkouts.map(({ id, order, amount, received, review, updatedAt }) => ({
    key: id,
    checkout: id,
    order,
    what: review === null ? 'Needs review' : reviewTexts[review.reason].title,
    requested: amount,
    received,
    since: review?.since ?? updatedAt,
  }))
  const ofClaims = claims.claims.map(({ checkout, order, requested, claim }) => ({
    key: claim.number,
    checkout,
    order,
    what: 'The payer claims that the money was sent',
    requested,
    received: null,
    since: claim.at,
  }))
  return [...ofReviews, ...ofClaims].sort((a, b) => Date.parse(a.since) - Date.parse(b.since))
}
