import type { SandboxOrder } from './order.ts'

/** The orders, oldest first, indexed by each of their ids. The oldest is dropped when the store is full. */
export interface OrderStore {
  add(order: SandboxOrder, formToken: string): void
  all(): SandboxOrder[]
  byExternalId(externalId: string): SandboxOrder | undefined
  /** Deposits and payouts share one set of ids. */
  byExternalTransactionId(externalTransactionId: string): SandboxOrder | undefined
  byFormToken(token: string): SandboxOrder | undefined
  clear(): void
}

export function createOrderStore(capacity: number): OrderStore {
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
    add(order, formToken) {
      formTokens.set(order, formToken)
      orders.set(order.externalId, order)
      byTransactionId.set(order.externalTransactionId, order)
      if (order.formUrl !== null) byToken.set(formToken, order)
      const [oldest] = orders.values()
      if (orders.size > capacity && oldest !== undefined) remove(oldest)
    },
    all: () => [...orders.values()],
    byExternalId: (externalId) => orders.get(externalId),
    byExternalTransactionId: (id) => byTransactionId.get(id),
    byFormToken: (token) => byToken.get(token),
    clear() {
      orders.clear()
      byTransactionId.clear()
      byToken.clear()
    },
  }
}
