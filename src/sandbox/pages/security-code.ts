import { html } from 'hono/html'
import { z } from 'zod'
import { securityCodes } from '../cards.ts'
import { handleAbandon, paymentButtons } from './abandon.ts'
import { field, numeric, paymentLayout, problemLine } from './layout.ts'
import type { Screen } from './screen.ts'

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
