import type { CheckoutStory } from 'paypane/contract'
import { grouped } from '../format.ts'
import { Moment } from './small.tsx'

/** Every callback of the service that was kept, as its signature proves it. */
export function Callbacks({ callbacks }: Pick<CheckoutStory, 'callbacks'>) {
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
                  {status}, {grouped(amount)}
                </td>
                <td>
                  <Moment at={receivedAt} />
                  {times > 1 && (
                    <small>
                      {times}×, last on <Moment at={lastAt} />
                    </small>
                  )}
                </td>
                <td>{appliedAt === null ? 'not yet' : <Moment at={appliedAt} />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

/** `checkout.needs_review` in a narrow column breaks behind a mark, not inside a word. */
const brokenAtMarks = (type: string) => type.split(/(?<=[._])/).flatMap((part) => [part, <wbr key={part} />])

/** What the shop was told, in its order. */
export function Events({ events }: Pick<CheckoutStory, 'events'>) {
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
                  {brokenAtMarks(type)}
                  <small class="event-id">
                    <code>{id}</code>
                  </small>
                </td>
                <td>
                  <Moment at={at} />
                </td>
                <td>
                  {deliveredAt === null ? 'not yet' : <Moment at={deliveredAt} />}
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
