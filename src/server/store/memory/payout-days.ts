import { reserved } from '../../rules/payout/approval.ts'
import type { AmountReservation } from '../entries.ts'
import type { Tables } from './tables.ts'

/** Reserves an amount of a day. False if it does not fit. */
export function reserveAmount({ payoutDays }: Tables, reservation: AmountReservation | undefined): boolean {
  if (reservation === undefined) return true
  const key = `${reservation.day} ${reservation.currency}`
  const after = reserved(payoutDays.get(key) ?? '0', reservation)
  if (after === null) return false
  payoutDays.set(key, after)
  return true
}
