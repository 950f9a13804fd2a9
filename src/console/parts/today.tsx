import type { Report } from '../../contract/index.ts'
import { formatDuration } from '../format.ts'
import { usePolling } from '../polling.ts'
import { hashOf } from '../route.ts'
import type { Session } from '../session.ts'

/** The orders of today at a glance: the day of the report, which is that of UTC. Its place is reserved while it loads. */
export function Today({ session }: { session: Session }) {
  const polling = usePolling(async (abortSignal) => {
    const day = new Date().toISOString().slice(0, 10)
    return await session.api.report({ from: day, to: day }, abortSignal)
  }, 60)
  return <p class="today">{polling.value.value !== null && <Figures report={polling.value.value} />}</p>
}

function Figures({ report: { from, to, orders } }: { report: Report }) {
  const { count, paid, failed, expired, medianSeconds } = orders
  const share = count === 0 ? '' : ` (${Math.round((paid / count) * 100)}\u00a0%)`
  return (
    <>
      <a href={hashOf({ page: 'report', from, to })}>Today (UTC)</a> <span>{count} opened,</span>{' '}
      <span>{`${paid} paid${share},`}</span> <span>{failed} failed,</span> <span>{expired} expired</span>
      {medianSeconds !== null && (
        <span class="median">, half paid within {formatDuration(medianSeconds * 1000)}</span>
      )}
    </>
  )
}
