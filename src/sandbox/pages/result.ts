import { html } from 'hono/html'
import type { SandboxOrder } from '../order.ts'
import { layout } from './layout.ts'

const words: Record<string, { title: string; tone: string }> = {
  Success: { title: 'The payment succeeded', tone: 'good' },
  Failed: { title: 'The payment failed', tone: 'bad' },
}

/** Where the payer goes back to, by what became of the order. */
export const returnAddress = ({ status, redirects }: SandboxOrder): string | null => {
  if (status === 'Success') return redirects.success
  return status === 'Failed' ? redirects.failed : redirects.processing
}

/** The page of an order that asks nothing more of the payer. */
export const resultPage = (order: SandboxOrder) => {
  const { title, tone } = words[order.status] ?? { title: 'The payment is being processed', tone: 'wait' }
  const back = returnAddress(order)
  return layout(
    title,
    html`<span class="badge">SANDBOX</span>
<section class="card">
<h1 class="${tone}">${title}</h1>
<p class="sum">${order.amount} <small>${order.currency}</small></p>
${back ? html`<a class="button main" href="${back}">Back to the shop</a>` : html`<p class="soft">You may close this page.</p>`}
</section>`,
  )
}
