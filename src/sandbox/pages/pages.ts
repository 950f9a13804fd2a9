import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import type { Core } from '../core.ts'
import type { SandboxOrder } from '../order.ts'
import type { Env } from '../routes/service.ts'
import { isFinal } from '../transitions.ts'
import { card } from './card.ts'
import { oneTime, secure } from './confirm.ts'
import { layout, pageHeaders } from './layout.ts'
import { resultPage, returnAddress } from './result.ts'
import type { Markup, Screen } from './screen.ts'
import { securityCode } from './security-code.ts'
import { startPage } from './start.ts'
import { startScript } from './start-script.ts'
import { styles } from './styles.ts'
import { transfer } from './transfer.ts'

const nowhere = layout(
  'No such payment',
  html`<main><section class="card"><h1>There is no such payment</h1>
<p>The link is wrong, or the sandbox has forgotten it.</p></section></main>`,
)

const submitted = ({ history }: SandboxOrder) => history.some(({ newCode }) => newCode === '3.1.1.55')

/** What an order asks of its payer now; null where nothing. */
function screenOf(order: SandboxOrder): Screen | null {
  if (isFinal(order.status)) return null
  if (order.profile === 'p2p') return transfer
  if (order.confirming) return order.confirming.by === '3ds' ? secure : oneTime
  if (submitted(order)) return null
  return order.profile === 'token' ? securityCode : card
}

/** What people see: the start page, and the payment pages at `formUrl`, on the host of the profile. */
export function pages(core: Core): Hono<Env> {
  const app = new Hono<Env>()

  app.get('/sandbox.css', (c) => c.body(styles, 200, { 'content-type': 'text/css; charset=utf-8' }))

  app.get('/sandbox.js', (c) =>
    c.body(`(${startScript})()\n`, 200, { 'content-type': 'text/javascript; charset=utf-8' }),
  )
  app.get('/', (c) => c.body(String(startPage), 200, pageHeaders()))

  const show = (c: Context<Env>, order: SandboxOrder, page: Markup) => {
    const { processing, success, failed } = order.redirects
    return c.body(String(page), 200, pageHeaders([processing, success, failed]))
  }
  const orderOf = (c: Context<Env>) => core.orders.byFormToken(c.req.query('token') ?? '')
  const lost = (c: Context<Env>) => c.body(String(nowhere), 404, pageHeaders())

  const visit = (c: Context<Env>) => {
    const order = orderOf(c)
    if (!order) return lost(c)
    const screen = screenOf(order)
    if (!screen) return show(c, order, resultPage(order))
    if (!order.confirming && order.history.at(-1)?.newCode !== '3.0.1.51')
      core.lifecycle.note(order, '3.0.1.51')
    return show(c, order, screen.page(order, null))
  }

  const submit = async (c: Context<Env>) => {
    const order = orderOf(c)
    if (!order) return lost(c)
    const screen = screenOf(order)
    const outcome = screen?.submit(core, order, await c.req.parseBody()) ?? 'return'
    if (screen && typeof outcome === 'object') return show(c, order, screen.page(order, outcome.problem))
    const address = outcome === 'next' ? order.formUrl : returnAddress(order)
    return address ? c.redirect(address, 303) : show(c, order, resultPage(order))
  }

  for (const host of ['core', 'init', 'token']) app.get(`/${host}/form`, visit).post(`/${host}/form`, submit)
  return app
}
