import { html } from 'hono/html'
import { z } from 'zod'
import { oneTimeCode } from '../cards.ts'
import type { Lifecycle } from '../lifecycle.ts'
import type { SandboxOrder } from '../order.ts'
import { finishPayment } from './card.ts'
import { paymentLayout, pressedAction, type Screen, type SubmitResult } from './layout.ts'

const CodeForm = z.object({ code: z.string().trim() })

/** Finishes the confirmation. Some test cards fail even if confirmed. */
function finishConfirmation(
  lifecycle: Lifecycle,
  order: SandboxOrder,
  confirmed: boolean,
  wrongCode: string,
): SubmitResult {
  const failsWith = order.pendingConfirmation?.failsWith
  order.pendingConfirmation = null
  if (confirmed && !failsWith) return finishPayment(lifecycle, order, 'success')
  lifecycle.applyEvent(order, 'fail', failsWith ?? wrongCode)
  return 'return'
}

function leavePage(lifecycle: Lifecycle, order: SandboxOrder): SubmitResult {
  lifecycle.addHistoryEntry(order, '3.0.1.58')
  return 'return'
}

export const threeDSecureScreen: Screen = {
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
  submit(lifecycle, order, form) {
    const action = pressedAction(form)
    return action === 'leave'
      ? leavePage(lifecycle, order)
      : finishConfirmation(lifecycle, order, action === 'pay', '3.2.4.56')
  },
}

export const oneTimeCodeScreen: Screen = {
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
  submit(lifecycle, order, form) {
    if (pressedAction(form) === 'leave') return leavePage(lifecycle, order)
    return finishConfirmation(
      lifecycle,
      order,
      CodeForm.safeParse(form).data?.code === oneTimeCode,
      '3.2.4.57',
    )
  },
}
