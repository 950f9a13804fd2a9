import { html } from 'hono/html'
import type { SandboxOrder } from '../order.ts'
import { paymentLayout } from './layout.ts'

/** Where the payer goes back to, by what became of the order. */
export const returnAddress = ({ status, redirects }: SandboxOrder): string | null => {
  if (status === 'Success') return redirects.success
  return status === 'Failed' ? redirects.failed : redirects.processing
}

const resultByStatus: ReadonlyMap<string, { title: string; tone: string }> = new Map([
  ['Success', { title: 'The payment succeeded', tone: 'success' }],
  ['Failed', { title: 'The payment failed', tone: 'danger' }],
])

/** The page of an order that asks nothing more of the payer. */
export const resultPage = (order: SandboxOrder) => {
  const { title, tone } = resultByStatus.get(order.status) ?? {
    title: 'The payment is on its way',
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
