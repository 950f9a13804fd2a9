import type { CheckoutModel } from '../model.ts'
import { phrase } from './phrase.ts'
import { leftMs } from './time-left.ts'

/** In the last minute: a transfer that starts now would be late. */
export const lateHint = ({ session, view, t }: CheckoutModel): string | null =>
  view.expiresAt && leftMs(view.expiresAt, session) <= 60_000 ? phrase(t, 'lastMinute') : null
