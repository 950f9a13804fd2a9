import { html } from 'hono/html'
import { z } from 'zod'
import { findCard, grouped, type TestCard, testCards, usedCard } from '../cards.ts'
import type { Core } from '../core.ts'
import type { SandboxOrder } from '../order.ts'
import { goesAway, payOrGoAway } from './go-away.ts'
import { paymentLayout, problemLine } from './layout.ts'
import type { Outcome, Screen } from './screen.ts'

const CardForm = z.object({
  number: z.string().transform((number, context): TestCard => {
    const card = findCard(number)
    if (card) return card
    context.addIssue('This is not one of the test cards below. Never enter a real card here.')
    return z.NEVER
  }),
  expiry: z.string().regex(/^(0[1-9]|1[0-2])\s*\/\s*\d{2}$/, 'The expiry date looks like 12/30.'),
  holder: z
    .string()
    .trim()
    .min(1, 'The name on the card is missing.')
    .max(100, 'The name on the card is too long.'),
  code: z.string().regex(/^\d{3,4}$/, 'The security code has three or four digits.'),
})

/** What the gateway makes of a card that needs no more from the payer. */
export function settle({ lifecycle }: Core, order: SandboxOrder, outcome: TestCard['outcome']): Outcome {
  lifecycle.happen(order, 'process')
  if (outcome === 'success') lifecycle.happen(order, 'pay')
  else if (outcome !== 'wait') lifecycle.happen(order, 'fail', outcome)
  return 'return'
}

function enter(core: Core, order: SandboxOrder, card: TestCard, holder: string): Outcome {
  const { confirm, outcome } = card
  order.card = usedCard(card, holder)
  core.lifecycle.note(order, '3.0.1.53')
  core.lifecycle.happen(order, 'submit')
  if (confirm === 'none') return settle(core, order, outcome)
  order.confirming = { by: confirm, failsWith: outcome === 'success' || outcome === 'wait' ? null : outcome }
  return 'next'
}

const cardTable = html`<details class="card"><summary>Test cards</summary>
<dl>${testCards.map(({ number, what }) => html`<div><dt>${what}</dt><dd>${grouped(number)}</dd></div>`)}</dl>
</details>`

/** The hosted card form. It takes the test cards only. */
export const card: Screen = {
  page: (order, problem) =>
    paymentLayout(
      'Pay by card',
      order,
      html`<form class="card" method="post" autocomplete="off">
${problemLine(problem)}
<label>Card number <input name="number" inputmode="numeric" list="cards" required></label>
<datalist id="cards">${testCards.map(({ number, what }) => html`<option value="${grouped(number)}">${what}</option>`)}</datalist>
<div class="pair">
<label>Expiry <input name="expiry" inputmode="numeric" placeholder="12/30" required></label>
<label>Security code <input name="code" inputmode="numeric" required></label>
</div>
<label>Name on the card <input name="holder" required></label>
${payOrGoAway}
</form>
${cardTable}`,
    ),
  submit(core, order, form) {
    if (goesAway(core, order, form)) return 'return'
    const { success, data, error } = CardForm.safeParse(form)
    if (success) return enter(core, order, data.number, data.holder)
    return { problem: error.issues[0]?.message ?? 'Something is missing.' }
  },
}
