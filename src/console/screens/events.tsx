import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import type { EventDelivery } from '../../contract/index.ts'
import { formatDuration } from '../format.ts'
import { ActionButton, ActionForm } from '../parts/action-form.tsx'
import { breakAfterSeparators } from '../parts/events.tsx'
import { ExportButton } from '../parts/export-button.tsx'
import { FilterForm } from '../parts/filters.tsx'
import { boundTo } from '../parts/inputs.tsx'
import { Head } from '../parts/layout.tsx'
import { Pager } from '../parts/pager.tsx'
import { Polled } from '../parts/polled.tsx'
import { Table } from '../parts/table.tsx'
import { Id, Timestamp } from '../parts/values.tsx'
import { usePolling } from '../polling.ts'
import { type Filters, hashOf } from '../route.ts'
import { mayDo, type Session } from '../session.ts'

/** The events with their deliveries, failing ones first. */
export function Events({ session, filters }: { session: Session; filters: Filters }) {
  const isFirst = filters.status === null && filters.after === null
  const href = hashOf({ page: 'events', ...filters })
  return (
    <>
      <Head title="Events" heading="Events sent to the shop">
        <ExportButton session={session} what="events" filters={filters} />
      </Head>
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
  const polling = usePolling((abortSignal) => session.api.events(filters, abortSignal), 15)
  const id = useId()
  const page = polling.value.value
  if (isOptional && (page === null || page.events.length === 0)) return null
  return (
    <section class={isOptional ? 'card for-review' : 'card rows'} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <Polled polling={polling}>
        {(page) => (
          <Table
            empty="Nothing here."
            class="list"
            rows={page.events}
            rowKey={({ id }) => id}
            columns={[
              ['Event', 'long', nameOf],
              ['Created', 'wide', ({ at }) => <Timestamp time={at} />],
              [
                'Delivery',
                '',
                (event) => (
                  <Delivery
                    event={event}
                    session={session}
                    onResent={(resent) =>
                      polling.setValue({
                        ...page,
                        events: page.events.map((other) => (other.id === resent.id ? resent : other)),
                      })
                    }
                  />
                ),
              ],
            ]}
          />
        )}
      </Polled>
      <Pager
        routeOf={(to) => ({ page: 'events', ...filters, after: to })}
        after={filters.after}
        next={page?.next}
      />
    </section>
  )
}

interface Props {
  event: EventDelivery
  session: Session
  onResent(event: EventDelivery): void
}

function Delivery({ event, session, onResent }: Props) {
  const { id, type, ref, deliveredAt, nextTryAt, resends, tries, log } = event
  const lastError = deliveredAt === null ? (log.at(-1)?.error ?? null) : null
  return (
    <>
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
      <div class="delivery">
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
          <ActionButton run={async () => onResent(await session.api.resendEvent(id))}>
            Send again
            <span class="visually-hidden">
              : {type} of {ref}
            </span>
          </ActionButton>
        )}
      </div>
    </>
  )
}

function nameOf(event: EventDelivery) {
  const { id, type, ref } = event
  const href = entryHref(event)
  return (
    <>
      {breakAfterSeparators(type)}
      <small>
        {href === null ? ref : <a href={href}>{ref}</a>}{' '}
        <span class="wide-inline">
          <Id>{id}</Id>
        </span>
      </small>
    </>
  )
}

function entryHref({ type, ref, data }: EventDelivery): string | null {
  const id = data['entryId']
  if (type.startsWith('payout.')) return hashOf({ page: 'payout', reference: ref })
  return type.startsWith('checkout.') && typeof id === 'string' ? hashOf({ page: 'checkout', id }) : null
}

/** Sends all events since a time again, for a shop that lost them; says first how many. */
function ResendSince({ session }: { session: Session }) {
  const since = useSignal('')
  const found = useSignal<{ time: string; count: number; text: string } | null>(null)
  const done = useSignal('')
  const time = parseLocal(since.value)
  const counted = found.value?.time === time ? found.value : null

  async function run(): Promise<void> {
    if (time === null) return
    done.value = ''
    if (counted === null) {
      const { count, isMore } = await session.api.countEvents(time)
      found.value = { time, count, text: isMore ? `more than ${count} events` : eventCount(count) }
      if (count === 0) done.value = 'No events since then.'
    } else {
      done.value = `${eventCount(await session.api.resendEvents(time))} sent again.`
      found.value = null
    }
  }
  return (
    <details class="card rows">
      <summary>Send all events since a time again</summary>
      <ActionForm
        label={counted?.count ? `Send ${counted.text} again` : 'Count the events'}
        isReady={time !== null}
        run={run}
        note={<span role="status">{done.value}</span>}
      >
        <p class="hint">
          This includes delivered events. Each keeps its id: the shop must ignore ids that it has processed.
        </p>
        <label for="resend-since">Since (your time zone)</label>
        <input id="resend-since" type="datetime-local" {...boundTo(since)} />
      </ActionForm>
    </details>
  )
}

const eventCount = (count: number): string => (count === 1 ? '1 event' : `${count} events`)

/** `2026-01-31T12:00` of the operator's time zone as RFC 3339; null until it is complete. */
function parseLocal(text: string): string | null {
  const time = new Date(text)
  return Number.isNaN(time.getTime()) ? null : time.toISOString()
}
