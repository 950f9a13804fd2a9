import { Hono } from 'hono'
import { z } from 'zod'
import { isAmount, percentOf, plainAmount } from '../../service/amount.ts'
import { errorResponse, parseBody } from '../http.ts'
import type { Lifecycle } from '../lifecycle.ts'
import { orderJson, type SandboxOrder, shopOrder } from '../order.ts'
import type { OrderStore } from '../order-store.ts'
import type { Services } from '../services.ts'

const percentage = /^[1-9]\d{0,3}%$/

/** The actions on an order. `90%` is of the requested amount. */
export const OrderControl = z.discriminatedUnion('do', [
  z.object({ do: z.literal('pay') }),
  z.object({
    do: z.literal('fail'),
    reason: z.string().min(1).optional().meta({ description: 'An action code.' }),
  }),
  z.object({ do: z.literal('correct') }),
  z.object({
    do: z.literal('amount'),
    amount: z
      .union([z.string(), z.number()])
      .transform(String)
      .refine(
        (text) => isAmount(text) || percentage.test(text),
        'must be a decimal greater than 0, or a percentage such as "90%"',
      )
      .meta({ description: 'Decimal text, or a percentage of the requested amount.' }),
  }),
  z.object({
    do: z.literal('status'),
    status: z.string().min(1).meta({ description: 'Such as `Processing`.' }),
  }),
])
type OrderControl = z.infer<typeof OrderControl>

/** False if the service does not allow the transition. An order already in the target status is left as it is. */
function applyControl(lifecycle: Lifecycle, order: SandboxOrder, control: OrderControl): boolean {
  switch (control.do) {
    case 'pay':
    case 'correct':
      return order.status === 'Success' || lifecycle.applyEvent(order, control.do)
    case 'fail':
      return order.status === 'Failed' || lifecycle.applyEvent(order, 'fail', control.reason)
    case 'amount':
      lifecycle.changeAmount(
        order,
        percentage.test(control.amount)
          ? percentOf(order.requestedAmount, Number.parseInt(control.amount, 10))
          : plainAmount(control.amount),
      )
      return true
    case 'status':
      lifecycle.forceStatus(order, control.status)
      return true
  }
}

/** Finds an order by the service's or the merchant's id. */
const findOrder = (orders: OrderStore, id: string) =>
  orders.byExternalId(id) ?? orders.byExternalTransactionId(id)

/** Whether the text is part of an id, or the start of the shop's reference or of the amount. */
function isFound(order: SandboxOrder, search: string): boolean {
  const { externalId, externalTransactionId, amount } = order
  const { reference } = shopOrder(order)
  const isPart = [externalId, externalTransactionId].some((id) => id.includes(search))
  return isPart || reference.startsWith(search) || amount.startsWith(search.replaceAll(',', ''))
}

export function orderControlRoutes({ orders, lifecycle, callbacks }: Services): Hono {
  const app = new Hono()
  app.get('/', (c) => {
    const { limit, status, search } = c.req.query()
    return c.json(
      orders
        .all()
        .filter((order) => (!status || order.status === status) && (!search || isFound(order, search)))
        .slice(Number(limit) > 0 ? -Number(limit) : 0)
        .map(orderJson),
    )
  })
  app.get('/:id', (c) => {
    const order = findOrder(orders, c.req.param('id'))
    return order === undefined ? errorResponse(404, 'order not found') : c.json(orderJson(order))
  })
  app.post('/:id', async (c) => {
    const order = findOrder(orders, c.req.param('id'))
    if (order === undefined) return errorResponse(404, 'order not found')
    const control = await parseBody(c, OrderControl)
    if (control instanceof Response) return control
    if (!applyControl(lifecycle, order, control))
      return errorResponse(
        409,
        `"${control.do}" is not allowed for a ${order.profile} order in status ${order.status}`,
      )
    await callbacks.firstDelivery(order.externalId)
    return c.json(orderJson(order))
  })
  return app
}
