import { orderType, type SandboxOrder } from './order.ts'

/** All orders the sandbox holds, in the order they were made, found by each of their ids; the oldest leave when it is full. */
export interface OrderBook {
  add(order: SandboxOrder, formToken: string): void
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
  const tokens = new WeakMap<SandboxOrder, string>()
  const transactionKey = (type: string, id: string) => `${type}:${id}`

  const drop = (order: SandboxOrder) => {
    orders.delete(order.externalId)
    transactions.delete(transactionKey(orderType(order.profile), order.externalTransactionId))
    forms.delete(tokens.get(order) ?? '')
  }

  return {
    add(order, formToken) {
      tokens.set(order, formToken)
      orders.set(order.externalId, order)
      transactions.set(transactionKey(orderType(order.profile), order.externalTransactionId), order)
      if (order.formUrl) forms.set(formToken, order)
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
