import { Hono } from 'hono'
import { z } from 'zod'
import type { Delivery } from '../callbacks/callbacks.ts'
import type { Core } from '../core.ts'
import { rfc3339 } from '../order.ts'
import { pulled, unable } from './lever.ts'

const DeliveryLever = z.object({ do: z.enum(['duplicate', 'reorder', 'forge', 'lose']) })

/** A delivery as the levers show it. */
export const deliveryJson = (delivery: Delivery) => ({
  ...delivery,
  createdAt: rfc3339(delivery.createdAt),
  nextAt: delivery.nextAt === null ? null : rfc3339(delivery.nextAt),
  attempts: delivery.attempts.map((attempt) => ({ ...attempt, at: rfc3339(attempt.at) })),
})
export type DeliveryJson = ReturnType<typeof deliveryJson>

/** Everything the order was ever told, once more, newest first: old news arrives last. */
async function reorder({ callbacks }: Core, { externalId }: Delivery): Promise<void> {
  const told = callbacks.all().filter((one) => one.externalId === externalId && one.state !== 'forged')
  for (const delivery of told.reverse()) await callbacks.again(delivery)
}

export function deliveryLevers(core: Core): Hono {
  const app = new Hono()
  app.get('/', (c) => {
    const limit = Number(c.req.query('limit'))
    return c.json(
      core.callbacks
        .all()
        .slice(limit > 0 ? -limit : 0)
        .map(deliveryJson),
    )
  })
  app.post('/:id', async (c) => {
    const delivery = core.callbacks.byId(c.req.param('id'))
    if (!delivery) return unable(404, 'there is no such delivery')
    const lever = await pulled(c, DeliveryLever)
    if (lever instanceof Response) return lever
    switch (lever.do) {
      case 'duplicate':
        await core.callbacks.again(delivery)
        return c.json(deliveryJson(delivery))
      case 'reorder':
        await reorder(core, delivery)
        return c.json(deliveryJson(delivery))
      case 'forge':
        return c.json(deliveryJson(await core.callbacks.forge(delivery)))
      case 'lose':
        core.callbacks.lose(delivery)
        return c.json(deliveryJson(delivery))
    }
  })
  return app
}
