import { orderType, type SandboxOrder } from './order.ts'

/** All orders the sandbox holds, in the order they were made, found by each of their ids; the oldest leave when it is full. */
export interface OrderBook {
  add(order: SandboxOrder, formToken: string | null): void
  all(): SandboxOrder[]
  byExternalId(externalId: string): SandboxOrder | undefined
  /** The merchant's ids of deposits and of payouts do not meet. */
  byTransaction(type: 'Deposit' | 'Withdrawal', externalTransactionId: string): SandboxOrder | undefined
  byFormToken(token: string): SandboxOrder | undefined
  clear(): void
}

export function createOrderBook(capacity: number): OrderBook {
  const orders = new Map<string, SandboxOrder>()
  const transactions = new Map<string, SandboxOrder>()
  const forms = new Map<string, SandboxOrder>()
  const transactionKey = (type: string, id: string) => `${type}:${id}`

  const drop = (order: SandboxOrder) => {
    orders.delete(order.externalId)
    transactions.delete(transactionKey(orderType(order.profile), order.externalTransactionId))
    for (const [token, owner] of forms) if (owner === order) forms.delete(token)
  }

  return {
    add(order, formToken) {
      orders.set(order.externalId, order)
      transactions.set(transactionKey(orderType(order.profile), order.externalTransactionId), order)
      if (formToken) forms.set(formToken, order)
      const [oldest] = orders.values()
      if (orders.size > capacity && oldest) drop(oldest)
    },
    all: () => [...orders.values()],
    byExternalId: (externalId) => orders.get(externalId),
    byTransaction: (type, id) => transactions.get(transactionKey(type, id)),
    byFormToken: (token) => forms.get(token),
    clear() {
      orders.clear()
      transactions.clear()
      forms.clear()
    },
  }
}
