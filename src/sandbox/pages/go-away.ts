import { html } from 'hono/html'
import type { Core } from '../core.ts'
import type { SandboxOrder } from '../order.ts'
import { choiceOf } from './screen.ts'

/** The buttons under a card form. */
export const payOrGoAway = html`<button class="main" name="do" value="pay">Pay</button>
<button name="do" value="cancel" formnovalidate>Cancel the payment</button>
<button name="do" value="leave" formnovalidate>Leave without paying</button>`

/** What happens to the order where the payer does not pay: `cancel` ends it, `leave` lets it wait. False: they pay. */
export function goesAway({ lifecycle }: Core, order: SandboxOrder, form: Record<string, unknown>): boolean {
  const choice = choiceOf(form)
  if (choice === 'cancel') lifecycle.happen(order, 'cancel')
  else if (choice === 'leave') lifecycle.note(order, '3.0.1.52')
  else return false
  return true
}
