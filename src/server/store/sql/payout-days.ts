import { reserved } from '../../rules/payout/approval.ts'
import type { AmountReservation } from '../entries.ts'
import { type Operation, query } from './statement.ts'

/**
 * Reserves an amount of a day and locks that day until the commit. Returns how to undo it in the same operation, or null
 * if it does not fit.
 */
export function* reserveAmount(reservation: AmountReservation): Operation<(() => Operation<void>) | null> {
  const { day, currency } = reservation
  const [row] = yield* query(
    `INSERT INTO payout_days (day, currency, reserved) VALUES (?, ?, '0')
     ON CONFLICT (day, currency) DO UPDATE SET reserved = payout_days.reserved RETURNING reserved`,
    day,
    currency,
  )
  const before = String(row?.['reserved'])
  const after = reserved(before, reservation)
  if (after === null) return null
  const set = function* (amount: string): Operation<void> {
    yield* query('UPDATE payout_days SET reserved = ? WHERE day = ? AND currency = ?', amount, day, currency)
  }
  yield* set(after)
  return () => set(before)
}
