import { Hono } from 'hono'
import { z } from 'zod'
import type { Callbacks, Delivery } from '../callbacks/callbacks.ts'
import { errorResponse, parseBody } from '../http.ts'
import { rfc3339 } from '../order.ts'

const DeliveryControl = z.object({ do: z.enum(['duplicate', 'reorder', 'forge', 'lose']) })

/** A delivery as the controls return it. */
const deliveryJson = (delivery: Delivery) => ({
  ...delivery,
  createdAt: rfc3339(delivery.createdAt),
  nextAttemptAt: delivery.nextAttemptAt === null ? null : rfc3339(delivery.nextAttemptAt),
  attempts: delivery.attempts.map((attempt) => ({ ...attempt, at: rfc3339(attempt.at) })),
})
export type DeliveryJson = ReturnType<typeof deliveryJson>

async function resendNewestFirst(callbacks: Callbacks, { externalId }: Delivery): Promise<void> {
  const deliveries = callbacks
    .all()
    .filter((delivery) => delivery.externalId === externalId && delivery.state !== 'forged')
  for (const delivery of deliveries.reverse()) await callbacks.resend(delivery)
}

export function deliveryControlRoutes(callbacks: Callbacks): Hono {
  const app = new Hono()
  app.get('/', (c) => {
    const limit = Number(c.req.query('limit'))
    const orders = c.req.queries('order')
    return c.json(
      callbacks
        .all()
        .filter(({ externalId }) => orders?.includes(externalId) ?? true)
        .slice(limit > 0 ? -limit : 0)
        .map(deliveryJson),
    )
  })
  app.post('/:id', async (c) => {
    const delivery = callbacks.byId(c.req.param('id'))
    if (delivery === undefined) return errorResponse(404, 'delivery not found')
    const control = await parseBody(c, DeliveryControl)
    if (control instanceof Response) return control
    switch (control.do) {
      case 'duplicate':
        await callbacks.resend(delivery)
        return c.json(deliveryJson(delivery))
      case 'reorder':
        await resendNewestFirst(callbacks, delivery)
        return c.json(deliveryJson(delivery))
      case 'forge':
        return c.json(deliveryJson(await callbacks.forge(delivery)))
      case 'lose':
        callbacks.lose(delivery)
        return c.json(deliveryJson(delivery))
    }
  })
  return app
}
