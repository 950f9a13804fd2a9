import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { z } from 'zod'
import type { Core } from '../core.ts'
import type { SandboxOrder } from '../order.ts'
import type { Env } from '../routes/service.ts'
import { isFinal } from '../transitions.ts'
import { layout, pageHeaders } from './layout.ts'
import { resultPage, returnAddress } from './result.ts'
import { styles } from './styles.ts'
import { transferPage } from './transfer.ts'

const TransferForm = z.object({ do: z.enum(['pay', 'submit', 'cancel', 'leave']) })

const nowhere = layout(
  'No such payment',
  html`<section class="card"><h1>There is no such payment</h1><p>The link is wrong, or the sandbox has forgotten it.</p></section>`,
)

/** What people see: the payment pages at `formUrl`. */
export function pages(core: Core): Hono<Env> {
  const app = new Hono<Env>()

  app.get('/sandbox.css', (c) => c.body(styles, 200, { 'content-type': 'text/css; charset=utf-8' }))

  const orderOf = (c: Context<Env>) => core.orders.byFormToken(c.req.query('token') ?? '')
  const show = (c: Context<Env>, order: SandboxOrder, page: ReturnType<typeof html>) => {
    const { processing, success, failed } = order.redirects
    return c.body(String(page), 200, pageHeaders([processing, success, failed]))
  }
  const lost = (c: Context<Env>) => c.body(String(nowhere), 404, pageHeaders())

  app.get('/core/form', (c) => {
    const order = orderOf(c)
    if (!order) return lost(c)
    if (isFinal(order.status)) return show(c, order, resultPage(order))
    if (order.history.at(-1)?.newCode !== '3.0.1.51') core.lifecycle.note(order, '3.0.1.51')
    return show(c, order, transferPage(order))
  })

  app.post('/core/form', async (c) => {
    const order = orderOf(c)
    const form = TransferForm.safeParse(await c.req.parseBody())
    if (!order || !form.success) return lost(c)
    switch (form.data.do) {
      case 'pay':
        core.lifecycle.happen(order, 'submit')
        core.lifecycle.happen(order, 'pay')
        break
      case 'leave':
        core.lifecycle.note(order, '3.0.1.52')
        break
      default:
        core.lifecycle.happen(order, form.data.do)
    }
    const back = returnAddress(order)
    return back ? c.redirect(back, 303) : show(c, order, resultPage(order))
  })

  return app
}
