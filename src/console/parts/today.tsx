import { formatDuration } from '../format.ts'
import { usePolling } from '../polling.ts'
import { hashOf } from '../route.ts'
import type { Session } from '../session.ts'

/** The orders of today at a glance: the day of the report, which is that of UTC. */
export function Today({ session }: { session: Session }) {
  const polling = usePolling(async (abortSignal) => {
    const day = new Date().toISOString().slice(0, 10)
    return await session.api.report({ from: day, to: day }, abortSignal)
  }, 60)
  const report = polling.value.value
  if (report === null) return null
  const { count, paid, failed, expired, medianSeconds } = report.orders
  const share = count === 0 ? '' : ` (${Math.round((paid / count) * 100)}\u00a0%)`
  return (
    <p class="today">
      <a href={hashOf({ page: 'report', from: report.from, to: report.to })}>Today (UTC)</a>{' '}
      <span class="hint">
        {count} opened, {paid} paid{share}, {failed} failed, {expired} expired
        {medianSeconds !== null && `, half paid within ${formatDuration(medianSeconds * 1000)}`}
      </span>
    </p>
  )
}
