import { html } from 'hono/html'
import type { Lifecycle } from '../lifecycle.ts'
import type { SandboxOrder } from '../order.ts'
import { pressedAction } from './screen.ts'

/** The buttons under a card form. */
export const paymentButtons = html`<button class="main" name="do" value="pay">Pay</button>
<button name="do" value="cancel" formnovalidate>Cancel the payment</button>
<button name="do" value="leave" formnovalidate>Leave without paying</button>`

/** What happens to the order where the payer does not pay: `cancel` ends it, `leave` lets it wait. False: they pay. */
export function handleAbandon(
  lifecycle: Lifecycle,
  order: SandboxOrder,
  form: Record<string, unknown>,
): boolean {
  const action = pressedAction(form)
  if (action === 'cancel') lifecycle.applyEvent(order, 'cancel')
  else if (action === 'leave') lifecycle.addHistoryEntry(order, '3.0.1.52')
  else return false
  return true
}
