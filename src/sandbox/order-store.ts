import type { SandboxOrder } from './order.ts'

/** The orders, oldest first, indexed by each of their ids. The oldest is dropped when the store is full. */
export function createOrderStore(capacity: number) {
  const orders = new Map<string, SandboxOrder>()
  const byTransactionId = new Map<string, SandboxOrder>()
  const byToken = new Map<string, SandboxOrder>()
  const formTokens = new WeakMap<SandboxOrder, string>()

  function remove(order: SandboxOrder) {
    orders.delete(order.externalId)
    byTransactionId.delete(order.externalTransactionId)
    byToken.delete(formTokens.get(order) ?? '')
  }

  return {
    add(order: SandboxOrder, formToken: string) {
      formTokens.set(order, formToken)
      orders.set(order.externalId, order)
      byTransactionId.set(order.externalTransactionId, order)
      if (order.formUrl !== null) byToken.set(formToken, order)
      const [oldest] = orders.values()
      if (orders.size > capacity && oldest !== undefined) remove(oldest)
    },
    all: () => [...orders.values()],
    byExternalId: (externalId: string) => orders.get(externalId),
    /** Deposits and payouts share one set of ids. */
    byExternalTransactionId: (id: string) => byTransactionId.get(id),
    byFormToken: (token: string) => byToken.get(token),
    clear() {
      orders.clear()
      byTransactionId.clear()
      byToken.clear()
    },
  }
}
export type OrderStore = ReturnType<typeof createOrderStore>
