import './no-code-from-text.ts'
import { CheckoutStory } from 'paypane/contract'
import { z } from 'zod'
import type { ShopOrder } from '../merchant/orders.ts'
import type { Balance, World } from './world.ts'

type Ask = (path: string, body?: object) => Promise<unknown>

const Placed = z.object({ order: z.string() })
const Deliveries = z.array(z.object({ id: z.string(), externalId: z.string(), state: z.string() }))
const Figures = z.object({
  currency: z.string(),
  merchantBalance: z.string(),
  pipelineProcessingOrdersDeposit: z.string(),
})
const Failure = z.object({ error: z.string() })

/** Asks in JSON, and throws in the words of whoever said no. */
export const asker =
  (send: (path: string, init: RequestInit) => Promise<Response>): Ask =>
  async (path, body) => {
    const response = await send(
      path,
      body
        ? { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
        : {},
    )
    const text = await response.text()
    const answer: unknown = text === '' ? null : JSON.parse(text)
    if (response.ok) return answer
    throw new Error(Failure.safeParse(answer).data?.error ?? `${path} answered ${response.status}`)
  }

/** What both worlds ask in the same words: `sandbox` for its levers, `operator` for the admin routes. */
export function questions(
  sandbox: Ask,
  operator: Ask,
): Pick<World, 'pull' | 'deliveriesOf' | 'story' | 'balance'> {
  return {
    async pull(lever, body) {
      await sandbox(`/_sandbox/${lever}`, body)
    },
    async deliveriesOf(externalId) {
      const deliveries = Deliveries.parse(await sandbox('/_sandbox/deliveries?limit=200'))
      return deliveries
        .filter((delivery) => delivery.externalId === externalId && delivery.state !== 'forged')
        .map(({ id }) => id)
    },
    story: async (checkout) =>
      CheckoutStory.parse(await operator(`/checkouts/${encodeURIComponent(checkout)}`)),
    balance: async (currency): Promise<Balance> =>
      Figures.parse(await operator(`/balance?${new URLSearchParams({ currency })}`)),
  }
}

export const orderPlacer =
  (ask: Ask): World['placeOrder'] =>
  async (order: ShopOrder) =>
    Placed.parse(await ask('/shop/orders', order)).order
