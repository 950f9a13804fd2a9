import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import type { Env } from '../http.ts'
import type { SandboxOrder } from '../order.ts'
import type { Services } from '../services.ts'
import { isFinal } from '../transitions.ts'
import { cardScreen, securityCodeScreen } from './card.ts'
import { oneTimeCodeScreen, threeDSecureScreen } from './confirmation.ts'
import { layout, type Markup, pageHeaders, paymentLayout, type Screen } from './layout.ts'
import { startPage } from './start.ts'
import { startScript } from './start-script.ts'
import { styles } from './styles.ts'
import { transferScreen } from './transfer.ts'

const notFoundPage = layout(
  'Payment not found',
  html`<main><section class="card"><h1>Payment not found</h1>
<p>The link is invalid, or the sandbox was reset.</p></section></main>`,
)

const isSubmitted = ({ history }: SandboxOrder) => history.some(({ newCode }) => newCode === '3.1.1.55')

/** The order's current screen; null if the payer has nothing to do. */
function currentScreen(order: SandboxOrder): Screen | null {
  if (isFinal(order.status)) return null
  if (order.profile === 'p2p') return transferScreen
  if (order.pendingConfirmation !== null)
    return order.pendingConfirmation.method === '3ds' ? threeDSecureScreen : oneTimeCodeScreen
  if (isSubmitted(order)) return null
  return order.profile === 'token' ? securityCodeScreen : cardScreen
}

/** The start page, and the payment pages at `formUrl` on the host of the profile. */
export function pageRoutes({ orders, lifecycle }: Services): Hono<Env> {
  const app = new Hono<Env>()

  app.get('/sandbox.css', (c) => c.body(styles, 200, { 'content-type': 'text/css; charset=utf-8' }))

  app.get('/sandbox.js', (c) =>
    c.body(`(${startScript})()\n`, 200, { 'content-type': 'text/javascript; charset=utf-8' }),
  )
  app.get('/', (c) => c.body(String(startPage), 200, pageHeaders()))

  function renderPage(c: Context<Env>, order: SandboxOrder, page: Markup) {
    const { processing, success, failed } = order.redirects
    return c.body(String(page), 200, pageHeaders([processing, success, failed]))
  }
  const findOrder = (c: Context<Env>) => orders.byFormToken(c.req.query('token') ?? '')
  const notFound = (c: Context<Env>) => c.body(String(notFoundPage), 404, pageHeaders())

  function handleGet(c: Context<Env>) {
    const order = findOrder(c)
    if (order === undefined) return notFound(c)
    const screen = currentScreen(order)
    if (screen === null) return renderPage(c, order, resultPage(order))
    if (!order.pendingConfirmation && order.history.at(-1)?.newCode !== '3.0.1.51')
      lifecycle.addHistoryEntry(order, '3.0.1.51')
    return renderPage(c, order, screen.page(order, null))
  }

  async function handlePost(c: Context<Env>) {
    const order = findOrder(c)
    if (order === undefined) return notFound(c)
    const screen = currentScreen(order)
    const result = screen?.submit(lifecycle, order, await c.req.parseBody()) ?? 'return'
    if (screen !== null && typeof result === 'object') return renderPage(c, order, screen.page(order, result))
    const address = result === 'next' ? order.formUrl : returnAddress(order)
    return address === null ? renderPage(c, order, resultPage(order)) : c.redirect(address, 303)
  }

  for (const host of ['core', 'init', 'token'])
    app.get(`/${host}/form`, handleGet).post(`/${host}/form`, handlePost)
  return app
}

function returnAddress({ status, redirects }: SandboxOrder): string | null {
  if (status === 'Success') return redirects.success
  return status === 'Failed' ? redirects.failed : redirects.processing
}

const resultByStatus: ReadonlyMap<string, { title: string; tone: string }> = new Map([
  ['Success', { title: 'The payment succeeded', tone: 'success' }],
  ['Failed', { title: 'The payment failed', tone: 'danger' }],
])

/** The page of an order that needs nothing more from the payer. */
function resultPage(order: SandboxOrder): Markup {
  const { title, tone } = resultByStatus.get(order.status) ?? {
    title: 'The payment is processing',
    tone: 'pending',
  }
  const back = returnAddress(order)
  return paymentLayout(
    title,
    order,
    html`<section class="card"><p class="state ${tone}">${order.status}</p>
${back ? html`<a class="button main" href="${back}">Back to the shop</a>` : html`<p>You may close this page.</p>`}
</section>`,
  )
}
