import type { CheckoutDetail } from '../../contract/index.ts'
import { groupDigits } from '../format.ts'
import { Timestamp } from './common.tsx'

/** Every callback of the service that was kept, as its signature proves it. */
export function Callbacks({ callbacks }: Pick<CheckoutDetail, 'callbacks'>) {
  return (
    <section class="card" aria-labelledby="callbacks">
      <h2 id="callbacks">Callbacks of the service</h2>
      {callbacks.length === 0 ? (
        <p class="quiet-line">None came. Paypane asks by itself, too.</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th>Says</th>
              <th>Came</th>
              <th>Acted upon</th>
            </tr>
          </thead>
          <tbody>
            {callbacks.map(({ externalId, status, amount, receivedAt, lastAt, times, appliedAt }) => (
              <tr key={`${externalId} ${status} ${amount}`}>
                <td>
                  {status}, {groupDigits(amount)}
                </td>
                <td>
                  <Timestamp time={receivedAt} />
                  {times > 1 && (
                    <small>
                      {times}×, last on <Timestamp time={lastAt} />
                    </small>
                  )}
                </td>
                <td>{appliedAt === null ? 'not yet' : <Timestamp time={appliedAt} />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

/** `checkout.needs_review` in a narrow column breaks behind a mark, not inside a word. */
const breakAfterSeparators = (type: string) =>
  type.split(/(?<=[._])/).flatMap((part) => [part, <wbr key={part} />])

/** What the shop was told, in its order. */
export function Events({ events }: Pick<CheckoutDetail, 'events'>) {
  return (
    <section class="card" aria-labelledby="events">
      <h2 id="events">Told to the shop</h2>
      {events.length === 0 ? (
        <p class="quiet-line">Nothing yet.</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th>Event</th>
              <th>Happened</th>
              <th>Heard</th>
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
                  {error !== null && <small class="care-text">{error}</small>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
