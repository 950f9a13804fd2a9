import type { CheckoutDetail } from '../../contract/index.ts'
import { Timestamp } from './values.tsx'

/** Lets `checkout.needs_review` break after a separator in a narrow column, not inside a word. */
export const breakAfterSeparators = (type: string) =>
  type.split(/(?<=[._])/).flatMap((part) => [part, <wbr key={part} />])

export function Events({ events }: Pick<CheckoutDetail, 'events'>) {
  return (
    <details class="card">
      <summary>Events sent to the shop ({events.length})</summary>
      {events.length === 0 ? (
        <p class="empty">Nothing yet.</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th>Event</th>
              <th>Created</th>
              <th>Delivered</th>
            </tr>
          </thead>
          <tbody>
            {events.map(({ id, type, at, tries, deliveredAt, error }) => (
              <tr key={id}>
                <td>
                  {breakAfterSeparators(type)}
                  <small class="event-id">
                    <code>{id}</code>
                  </small>
                </td>
                <td>
                  <Timestamp time={at} />
                </td>
                <td>
                  {deliveredAt === null ? 'not yet' : <Timestamp time={deliveredAt} />}
                  {tries > 1 && <small>{tries} tries</small>}
                  {error !== null && <small class="warning-text">{error}</small>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </details>
  )
}
