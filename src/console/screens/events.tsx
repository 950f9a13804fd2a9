import { useId } from 'preact/hooks'
import { ErrorAlert } from '../parts/error-alert.tsx'
import { EventRow } from '../parts/event-row.tsx'
import { ExportButton } from '../parts/export-button.tsx'
import { FilterForm } from '../parts/filters.tsx'
import { Heading } from '../parts/heading.tsx'
import { Pager } from '../parts/pager.tsx'
import { ResendSince } from '../parts/resend-since.tsx'
import { usePolling } from '../polling.ts'
import { type Filters, hashOf } from '../route.ts'
import { mayDo, type Session } from '../session.ts'

const refreshSeconds = () => 15

/** The events with their deliveries, failing ones first. */
export function Events({ session, filters }: { session: Session; filters: Filters }) {
  const isFirst = filters.status === null && filters.after === null
  const href = hashOf({ page: 'events', ...filters })
  return (
    <>
      <div class="head">
        <Heading title="Events">Events sent to the shop</Heading>
        <ExportButton session={session} what="events" filters={filters} />
      </div>
      <FilterForm page="events" filters={filters} />
      {mayDo(session, 'resolve') && <ResendSince session={session} />}
      {isFirst && (
        <EventTable
          key={`failing ${href}`}
          title="Failing"
          session={session}
          filters={{ ...filters, status: 'failing' }}
          isOptional
        />
      )}
      <EventTable
        key={href}
        title={filters.status === null ? 'All, newest first' : 'Found, newest first'}
        session={session}
        filters={filters}
      />
    </>
  )
}

interface TableProps {
  title: string
  session: Session
  filters: Filters
  /** Not shown without events. */
  isOptional?: boolean
}

function EventTable({ title, session, filters, isOptional = false }: TableProps) {
  const polling = usePolling((abortSignal) => session.api.events(filters, abortSignal), refreshSeconds)
  const id = useId()
  const page = polling.value.value
  if (isOptional && (page === null || page.events.length === 0)) return null
  return (
    <section class={isOptional ? 'card for-review' : 'card rows'} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ErrorAlert failure={polling.failure.value} onRetry={polling.refresh} />
      {page === null ? (
        <p class="empty">Loading…</p>
      ) : page.events.length === 0 ? (
        <p class="empty">Nothing here.</p>
      ) : (
        <table class="list">
          <thead>
            <tr>
              <th class="name">Event</th>
              <th class="wide">Created</th>
              <th>Delivery</th>
            </tr>
          </thead>
          <tbody>
            {page.events.map((event) => (
              <EventRow
                key={event.id}
                event={event}
                session={session}
                onResent={(resent) =>
                  polling.setValue({
                    ...page,
                    events: page.events.map((other) => (other.id === resent.id ? resent : other)),
                  })
                }
              />
            ))}
          </tbody>
        </table>
      )}
      <Pager
        routeOf={(to) => ({ page: 'events', ...filters, after: to })}
        after={filters.after}
        next={page?.next}
      />
    </section>
  )
}
