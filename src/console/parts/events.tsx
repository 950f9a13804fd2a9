import type { CheckoutDetail } from '../../contract/index.ts'
import { Table } from './table.tsx'
import { Timestamp } from './values.tsx'

/** Lets `checkout.needs_review` break after a separator in a narrow column, not inside a word. */
export const breakAfterSeparators = (type: string) =>
  type.split(/(?<=[._])/).flatMap((part) => [part, <wbr key={part} />])

/** A shop that has set neither has received nothing of what counts as delivered. */
export const DeliveredHint = () => (
  <p class="hint">
    Delivered: <code>EVENTS_URL</code> has responded with success, or <code>onEvent</code> has returned. Where
    neither is set, no shop receives events, and each counts as delivered.
  </p>
)

type Event = CheckoutDetail['events'][number]

export function Events({ events }: { events: readonly Event[] }) {
  return (
    <details class="card">
      <summary>Events sent to the shop ({events.length})</summary>
      <DeliveredHint />
      <Table
        empty="Nothing yet."
        rows={events}
        rowKey={({ id }) => id}
        columns={[
          ['Event', '', nameOf],
          ['Created', '', ({ at }) => <Timestamp time={at} />],
          ['Delivered', '', deliveryOf],
        ]}
      />
    </details>
  )
}

const nameOf = ({ id, type }: Event) => (
  <>
    {breakAfterSeparators(type)}
    <small class="event-id">
      <code>{id}</code>
    </small>
  </>
)

const deliveryOf = ({ deliveredAt, tries, error }: Event) => (
  <>
    {deliveredAt === null ? 'not yet' : <Timestamp time={deliveredAt} />}
    {tries > 1 && <small>{tries} tries</small>}
    {error !== null && <small class="warning-text">{error}</small>}
  </>
)
