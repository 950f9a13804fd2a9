import type { Money } from '../../contract/money.ts'
import { sameAmount } from '../../service/amount.ts'

/** Of the same currency and value, however the value is written. */
export const sameMoney = (a: Money, b: Money): boolean =>
  a.currency === b.currency && sameAmount(a.value, b.value)
