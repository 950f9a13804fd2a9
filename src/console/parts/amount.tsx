import type { Money } from '../../contract/index.ts'
import { groupDigits } from '../format.ts'

/** The digits stay on one line; the currency may follow on the next. */
export function Amount({ amount }: { amount: Money | null }) {
  return amount === null ? (
    <span class="placeholder">–</span>
  ) : (
    <span class="amount">
      {groupDigits(amount.value)} {amount.currency}
    </span>
  )
}
