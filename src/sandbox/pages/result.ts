import { html } from 'hono/html'
import type { SandboxOrder } from '../order.ts'
import { paymentLayout } from './layout.ts'
import type { Markup } from './screen.ts'

/** The return address for the order's status. */
export function returnAddress({ status, redirects }: SandboxOrder): string | null {
  if (status === 'Success') return redirects.success
  return status === 'Failed' ? redirects.failed : redirects.processing
}

const resultByStatus: ReadonlyMap<string, { title: string; tone: string }> = new Map([
  ['Success', { title: 'The payment succeeded', tone: 'success' }],
  ['Failed', { title: 'The payment failed', tone: 'danger' }],
])

/** The page of an order that needs nothing more from the payer. */
export function resultPage(order: SandboxOrder): Markup {
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
