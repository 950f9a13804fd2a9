import type { Money } from '../../contract/index.ts'
import { formatMoney } from '../format.ts'

export function Amount({ amount }: { amount: Money | null }) {
  return amount === null ? (
    <span class="placeholder">–</span>
  ) : (
    <span class="amount">{formatMoney(amount)}</span>
  )
}
