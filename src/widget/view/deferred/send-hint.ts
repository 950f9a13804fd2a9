import type { TransferAction } from '../../../contract/view.ts'
import type { Field } from '../fields.ts'
import type { CheckoutModel } from '../model.ts'
import { phrase } from './phrase.ts'
import { leftMs } from './time-left.ts'

/**
 * In the last minute: a transfer that starts now would be late. After a number was copied: what the bank must show, since
 * malware swaps copied numbers.
 */
export function sendHint(
  { session, view, t }: CheckoutModel,
  { recipient }: TransferAction,
  copied?: Field,
): string | null {
  if (view.expiresAt && leftMs(view.expiresAt, session) <= 60_000) return phrase(t, 'lastMinute')
  if (!copied) return null
  // The digits keep their place in right-to-left text, and stay on the line of the dots.
  const number = `${t(copied.name)} \u2066…\u2060${copied.copyValue.slice(-4)}\u2069`
  return phrase(t, 'checkCopied', { details: recipient ? `${number}, ${recipient}` : number })
}
