import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import type { EventDelivery, EventList } from '../../contract/index.ts'
import type { ApiError } from '../api.ts'
import { formatDuration } from '../format.ts'
import { ActionButton, ActionForm } from '../parts/action-form.tsx'
import { ErrorAlert } from '../parts/error-alert.tsx'
import { breakAfterSeparators, DeliveredHint } from '../parts/events.tsx'
import { ExportButton } from '../parts/export-button.tsx'
import { FilterForm } from '../parts/filters.tsx'
import { boundTo } from '../parts/inputs.tsx'
import { Head } from '../parts/layout.tsx'
import { Pager } from '../parts/pager.tsx'
import { Polled } from '../parts/polled.tsx'
import { Table } from '../parts/table.tsx'
import { Id, Timestamp } from '../parts/values.tsx'
import { type Polling, usePolling } from '../polling.ts'
import { type Filters, hashOf } from '../route.ts'
import { mayDo, type Session } from '../session.ts'
import { failureOf, lastOf, withoutPart } from '../settled.ts'

/** The events with their deliveries, failing ones first. */
export function Events({ session, filters }: { session: Session; filters: Filters }) {
  return (
    <>
      <Head title="Events" heading="Events sent to the shop">
        <ExportButton session={session} what="events" filters={filters} />
      </Head>
      <DeliveredHint />
      <FilterForm page="events" filters={filters} />
      {mayDo(session, 'resolve') && <ResendSince session={session} />}
      <EventLists key={hashOf({ page: 'events', ...filters })} session={session} filters={filters} />
    </>
  )
}

/** Both lists are loaded together: the first would otherwise move the second down under a pointer. */
function EventLists({ session, filters }: { session: Session; filters: Filters }) {
  const { status, after } = filters
  const id = useId()
  const polling = usePolling<Lists>(async (abortSignal, before) => {
    const [failing, all] = await Promise.allSettled([
      status === null && after === null
        ? session.api.events({ ...filters, status: 'failing' }, abortSignal)
        : { events: [], next: null },
      session.api.events(filters, abortSignal),
    ])
    const notFailing = failureOf(failing)
    return {
      failing: lastOf(failing, before?.failing),
      all: lastOf(all, before?.all),
      failure: failureOf(all) ?? (notFailing && withoutPart('What is failing', notFailing)),
    }
  }, 15)
  const loaded = polling.value.value
  const failing = loaded?.failing ?? { events: [], next: null }
  const table = (events: readonly EventDelivery[]) => (
    <EventTable session={session} events={events} onResent={(resent) => replaceEvent(polling, resent)} />
  )
  const pager = (of: Filters, next: string | null | undefined) => (
    <Pager routeOf={(to) => ({ page: 'events', ...of, after: to })} after={of.after} next={next} />
  )
  return (
    <>
      {failing.events.length > 0 && (
        <section class="card for-review" aria-labelledby={`failing-${id}`}>
          <h2 id={`failing-${id}`}>Failing</h2>
          {table(failing.events)}
          {pager({ ...filters, status: 'failing' }, failing.next)}
        </section>
      )}
      <section class="card rows" aria-labelledby={id}>
        <h2 id={id}>{status === null ? 'All, newest first' : 'Found, newest first'}</h2>
        <Polled polling={polling}>
          {({ all, failure }) => (
            <>
              <ErrorAlert failure={failure} onRetry={polling.refresh} />
              {all !== null && table(all.events)}
            </>
          )}
        </Polled>
        {pager(filters, loaded?.all?.next)}
      </section>
    </>
  )
}

/** The parts of the page; null: not loaded. */
interface Lists {
  failing: EventList | null
  all: EventList | null
  /** Why a part is missing or as it was before. */
  failure: ApiError | null
}

/** Shows the event as it is after an action, in both lists. */
function replaceEvent(polling: Polling<Lists>, event: EventDelivery): void {
  const lists = polling.value.value
  if (lists === null) return
  const replacedIn = (list: EventList | null): EventList | null =>
    list && { ...list, events: list.events.map((other) => (other.id === event.id ? event : other)) }
  polling.setValue({ ...lists, failing: replacedIn(lists.failing), all: replacedIn(lists.all) })
}

interface TableProps {
  session: Session
  events: readonly EventDelivery[]
  onResent(event: EventDelivery): void
}

const EventTable = ({ session, events, onResent }: TableProps) => (
  <Table
    empty="Nothing here."
    class="list"
    rows={events}
    rowKey={({ id }) => id}
    columns={[
      ['Event', 'long', nameOf],
      ['Created', 'wide', ({ at }) => <Timestamp time={at} />],
      ['Delivery', '', (event) => <Delivery event={event} session={session} onResent={onResent} />],
    ]}
  />
)

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
