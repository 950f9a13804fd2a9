import { plainAmount, sameAmount } from '../../service/amount.ts'
import type { Attempt } from './model.ts'

/**
 * The amount after a signed one in the same status. Callbacks carry no time, so the requested amount is that of an
 * earlier one and replaces no other: the order of arrival does not matter. A later lookup that reports an amount counts.
 */
export function latestAmount(attempt: Attempt, known: string | null, signed: string): string | null {
  const amount = parseDecimal(signed)
  if (amount === null || (known !== null && sameAmount(known, amount))) return known
  return known !== null && sameAmount(amount, attempt.amount.value) ? known : amount
}

/** The service's amount in plain digits; null where it is not a decimal of zero or more. */
export function parseDecimal(text: string | null | undefined): string | null {
  const plain = plainAmount(text ?? '')
  return /^\d+(\.\d+)?$/.test(plain) ? plain.replace(/^0+(?=\d)/, '') : null
}
