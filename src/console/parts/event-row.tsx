import type { EventDelivery } from '../../contract/index.ts'
import { formatDuration } from '../format.ts'
import { hashOf } from '../route.ts'
import { mayDo, type Session } from '../session.ts'
import { useSubmission } from '../submission.ts'
import { ErrorAlert } from './error-alert.tsx'
import { breakAfterSeparators } from './events.tsx'
import { Id } from './id.tsx'
import { Timestamp } from './timestamp.tsx'

interface Props {
  event: EventDelivery
  session: Session
  onResent(event: EventDelivery): void
}

/** An event with its deliveries, as a row of the list of events. */
export function EventRow({ event, session, onResent }: Props) {
  const { busy, failure, submit } = useSubmission()
  const { id, type, at, ref, deliveredAt, nextTryAt, resends, tries, log } = event
  const href = entryHref(event)
  const lastError = deliveredAt === null ? (log.at(-1)?.error ?? null) : null
  return (
    <tr>
      <td>
        {breakAfterSeparators(type)}
        <small>
          {href === null ? ref : <a href={href}>{ref}</a>}{' '}
          <span class="wide-inline">
            <Id>{id}</Id>
          </span>
        </small>
      </td>
      <td class="wide">
        <Timestamp time={at} />
      </td>
      <td>
        {deliveredAt !== null && (
          <>
            Delivered <Timestamp time={deliveredAt} />
          </>
        )}
        {nextTryAt !== null && (
          <>
            {resends > 0 ? 'Not delivered since it was sent again' : 'Not delivered'}; next try{' '}
            <Timestamp time={nextTryAt} />
          </>
        )}
        {lastError !== null && <small class="warning-text">{lastError}</small>}
        {log.length > 0 && (
          <details>
            <summary>{tries === 1 ? '1 try' : `${tries} tries`}</summary>
            <ol class="tries">
              {log.map((item) => (
                <li key={item.at}>
                  <Timestamp time={item.at} />,{' '}
                  {formatDuration(item.durationMs) || `${Math.round(item.durationMs)} ms`}:{' '}
                  {item.error ?? 'accepted'}
                </li>
              ))}
            </ol>
          </details>
        )}
        {mayDo(session, 'resolve') && (
          <button
            type="button"
            class="button-secondary"
            disabled={busy.value}
            onClick={() => submit(async () => onResent(await session.api.resendEvent(id)))}
          >
            Send again
            <span class="visually-hidden">
              : {type} of {ref}
            </span>
          </button>
        )}
        <ErrorAlert failure={failure.value} />
      </td>
    </tr>
  )
}

/** The page of the checkout or payout of an event. */
function entryHref({ type, ref, data }: EventDelivery): string | null {
  const id = data['entryId']
  if (type.startsWith('payout.')) return hashOf({ page: 'payout', reference: ref })
  return type.startsWith('checkout.') && typeof id === 'string' ? hashOf({ page: 'checkout', id }) : null
}
