import { html } from 'hono/html'
import { z } from 'zod'
import { findTestCard, securityCodes, type TestCard, testCards, toUsedCard } from '../cards.ts'
import type { Lifecycle } from '../lifecycle.ts'
import type { SandboxOrder } from '../order.ts'
import {
  field,
  groupByFour,
  handleAbandon,
  numeric,
  type Problem,
  paymentLayout,
  problemLine,
  type Screen,
  type SubmitResult,
} from './layout.ts'

const CardForm = z.object({
  number: z.string().transform((number, context): TestCard => {
    const card = findTestCard(number)
    if (card !== undefined) return card
    context.addIssue('This is not one of the test cards below. Never enter a real card here.')
    return z.NEVER
  }),
  // The number pad of a phone has no slash.
  expiry: z.string().regex(/^(0[1-9]|1[0-2])\s*\/?\s*\d{2}$/, 'The expiry date must look like 12/30.'),
  holder: z
    .string()
    .trim()
    .min(1, 'The name on the card is missing.')
    .max(100, 'The name on the card is too long.'),
  code: z.string().regex(/^\d{3,4}$/, 'The security code must have three or four digits.'),
})

/** Finishes a payment that the payer has nothing left to confirm. */
export function finishPayment(
  lifecycle: Lifecycle,
  order: SandboxOrder,
  outcome: TestCard['outcome'],
): SubmitResult {
  lifecycle.applyEvent(order, 'process')
  if (outcome === 'success') lifecycle.applyEvent(order, 'pay')
  else if (outcome !== 'processing') lifecycle.applyEvent(order, 'fail', outcome)
  return 'return'
}

function submitCard(lifecycle: Lifecycle, order: SandboxOrder, card: TestCard, holder: string): SubmitResult {
  const { confirm, outcome } = card
  order.card = toUsedCard(card, holder)
  lifecycle.addHistoryEntry(order, '3.0.1.53')
  lifecycle.applyEvent(order, 'submit')
  if (confirm === 'none') return finishPayment(lifecycle, order, outcome)
  order.pendingConfirmation = {
    method: confirm,
    failsWith: outcome === 'success' || outcome === 'processing' ? null : outcome,
  }
  return 'next'
}

/** The entered text that may be shown again: no security code, and no number that could be a real card. */
function enteredText({ number, expiry, holder }: Record<string, unknown>): Problem['entered'] {
  const card = findTestCard(String(number))
  return {
    number: card ? groupByFour(card.number) : '',
    expiry: String(expiry ?? ''),
    holder: String(holder ?? ''),
  }
}

const cardTable = (
  isOpen: boolean,
) => html`<details class="card" ${isOpen ? 'open' : ''}><summary>Test cards</summary>
<dl>${testCards.map(({ number, description }) => html`<div><dt>${description}</dt><dd>${groupByFour(number)}</dd></div>`)}</dl>
</details>`

/** The hosted card form. It accepts only the test cards. */
export const cardScreen: Screen = {
  page: (order, problem) =>
    paymentLayout(
      'Pay by card',
      order,
      html`<form class="card" method="post" autocomplete="off">
${problemLine(problem)}
${field('Card number', 'number', problem, html`${numeric} list="cards"`)}
<datalist id="cards">${testCards.map(({ number, description }) => html`<option value="${groupByFour(number)}">${description}</option>`)}</datalist>
<div class="pair">
${field('Expiry', 'expiry', problem, html`${numeric} placeholder="12/30"`)}
${field('Security code', 'code', problem, numeric)}
</div>
${field('Name on the card', 'holder', problem)}
${paymentButtons}
</form>
${cardTable(problem?.field === 'number')}`,
    ),
  submit(lifecycle, order, form) {
    if (handleAbandon(lifecycle, order, form)) return 'return'
    const { success, data, error } = CardForm.safeParse(form)
    if (success) return submitCard(lifecycle, order, data.number, data.holder)
    const [issue] = error.issues
    return {
      message: issue?.message ?? 'The form is incomplete.',
      field: String(issue?.path[0] ?? ''),
      entered: enteredText(form),
    }
  },
}

const paymentButtons = html`<button class="main" name="do" value="pay">Pay</button>
<button name="do" value="cancel" formnovalidate>Cancel the payment</button>
<button name="do" value="leave" formnovalidate>Leave without paying</button>`

const CodeForm = z.object({ code: z.string().regex(/^\d{3,4}$/) })

/** The page of a saved card, with a field for the security code. */
export const securityCodeScreen: Screen = {
  page: (order, problem) =>
    paymentLayout(
      'Pay with your saved card',
      order,
      html`<form class="card" method="post" autocomplete="off">
${problemLine(problem)}
<p>Card ${order.card?.masked}</p>
${field('Security code', 'code', problem, numeric)}
${paymentButtons}
</form>
<details class="card"><summary>Test codes</summary>
<dl>${Object.entries(securityCodes).map(([code, { description }]) => html`<div><dt>${description}</dt><dd>${code}</dd></div>`)}
<div><dt>Succeeds</dt><dd>Any other</dd></div></dl>
</details>`,
    ),
  submit(lifecycle, order, form) {
    if (handleAbandon(lifecycle, order, form)) return 'return'
    const { data } = CodeForm.safeParse(form)
    if (data === undefined)
      return { message: 'The security code must have three or four digits.', field: 'code', entered: {} }
    lifecycle.applyEvent(order, 'submit')
    const failure = Object.entries(securityCodes).find(([code]) => code === data.code)?.[1]
    if (failure === undefined) lifecycle.applyEvent(order, 'pay')
    else lifecycle.applyEvent(order, 'fail', failure.code)
    return 'return'
  },
}
