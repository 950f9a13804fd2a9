import { html } from 'hono/html'
import { z } from 'zod'
import { oneTimeCode } from '../cards.ts'
import type { Core } from '../core.ts'
import type { SandboxOrder } from '../order.ts'
import { settle } from './card.ts'
import { paymentLayout } from './layout.ts'
import { choiceOf, type Outcome, type Screen } from './screen.ts'

const CodeForm = z.object({ code: z.string().trim() })

/** The payer confirmed, rightly or not; some test cards fail either way. */
function decide(core: Core, order: SandboxOrder, confirmed: boolean, wrongCode: string): Outcome {
  const failsWith = order.confirming?.failsWith
  order.confirming = null
  if (confirmed && !failsWith) return settle(core, order, 'success')
  core.lifecycle.happen(order, 'fail', failsWith ?? wrongCode)
  return 'return'
}

function leave({ lifecycle }: Core, order: SandboxOrder): Outcome {
  lifecycle.note(order, '3.0.1.58')
  return 'return'
}

/** The bank's own page, where the payer approves the payment. */
export const secure: Screen = {
  page: (order) =>
    paymentLayout(
      'Your bank asks you to confirm',
      order,
      html`<form class="card" method="post">
<p>3-D Secure for card ${order.card?.masked}.</p>
<button class="main" name="do" value="pay">Confirm</button>
<button name="do" value="refuse">Refuse</button>
<button name="do" value="leave">Leave without confirming</button>
</form>`,
    ),
  submit(core, order, form) {
    const choice = choiceOf(form)
    return choice === 'leave' ? leave(core, order) : decide(core, order, choice === 'pay', '3.2.4.56')
  },
}

/** The page that asks for the code that the bank sent. */
export const oneTime: Screen = {
  page: (order) =>
    paymentLayout(
      'Enter the one-time code',
      order,
      html`<form class="card" method="post" autocomplete="off">
<p>The bank of card ${order.card?.masked} sent a code. In the sandbox it is <code>${oneTimeCode}</code>.</p>
<label>One-time code <input name="code" inputmode="numeric" required></label>
<button class="main" name="do" value="pay">Confirm</button>
<button name="do" value="leave" formnovalidate>Leave without confirming</button>
</form>`,
    ),
  submit(core, order, form) {
    if (choiceOf(form) === 'leave') return leave(core, order)
    return decide(core, order, CodeForm.safeParse(form).data?.code === oneTimeCode, '3.2.4.57')
  },
}
