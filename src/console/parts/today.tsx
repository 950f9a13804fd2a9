import { formatDuration } from '../format.ts'
import { usePolling } from '../polling.ts'
import { hashOf } from '../route.ts'
import type { Session } from '../session.ts'

/** The orders of today at a glance. */
export function Today({ session }: { session: Session }) {
  const polling = usePolling(async (abortSignal) => {
    const day = new Date().toISOString().slice(0, 10)
    return await session.api.report({ from: day, to: day }, abortSignal)
  }, 60)
  const orders = polling.value.value?.orders
  if (orders === undefined) return null
  const { count, paid, failed, expired, medianSeconds } = orders
  const share = count === 0 ? '' : ` (${Math.round((paid / count) * 100)}\u00a0%)`
  return (
    <p class="today">
      <a href={hashOf({ page: 'report', from: null, to: null })}>Today</a>{' '}
      <span class="hint">
        {count} opened, {paid} paid{share}, {failed} failed, {expired} expired
        {medianSeconds !== null && `, half paid within ${formatDuration(medianSeconds * 1000)}`}
      </span>
    </p>
  )
}
