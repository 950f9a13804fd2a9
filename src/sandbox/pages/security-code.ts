import { html } from 'hono/html'
import { z } from 'zod'
import { securityCodes } from '../cards.ts'
import { handleAbandon, paymentButtons } from './abandon.ts'
import { paymentLayout, problemLine } from './layout.ts'
import type { Screen } from './screen.ts'

const CodeForm = z.object({ code: z.string().regex(/^\d{3,4}$/) })

/** The page of a saved card: it asks for the security code and nothing else. */
export const securityCodeScreen: Screen = {
  page: (order, problem) =>
    paymentLayout(
      'Pay with your saved card',
      order,
      html`<form class="card" method="post" autocomplete="off">
${problemLine(problem)}
<p>Card ${order.card?.masked}</p>
<label>Security code <input name="code" inputmode="numeric" required></label>
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
    if (!data) return { problem: 'The security code has three or four digits.' }
    lifecycle.applyEvent(order, 'submit')
    const failure = Object.entries(securityCodes).find(([code]) => code === data.code)?.[1]
    if (failure) lifecycle.applyEvent(order, 'fail', failure.code)
    else lifecycle.applyEvent(order, 'pay')
    return 'return'
  },
}
