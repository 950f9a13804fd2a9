import type { CheckoutDetail } from '../../contract/index.ts'
import { groupDigits } from '../format.ts'
import { Timestamp } from './timestamp.tsx'

/** The stored callbacks of the service: only what their signatures prove. */
export function Callbacks({ callbacks }: Pick<CheckoutDetail, 'callbacks'>) {
  return (
    <section class="card" aria-labelledby="callbacks">
      <h2 id="callbacks">Callbacks of the service</h2>
      {callbacks.length === 0 ? (
        <p class="empty">No callback received. Paypane also looks up the status by itself.</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th>Status</th>
              <th>Received</th>
              <th>Applied</th>
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
