import type { Order } from '../service.ts'
import { isFinalStatus } from './attempts.ts'
import type { Observed } from './observed.ts'

/** What is observed of the service's orders. */
export function createOrderInvariants(observed: Observed) {
  const {
    add,
    amountsOf,
    confused,
    everReversed,
    everSuccess,
    foreign,
    garbled,
    inOtherCurrency,
    lastFoundAt,
    lateAmounts,
    notePaidAmounts,

    ours,
    reported,
    stale,
  } = observed
  /** What the service's orders ever were. */
  const lastStatus = new Map<string, string>()

  return {
    /** An order of another system with the id of the attempt exists at the service. */
    onForeign: (id: string): Set<string> => foreign.add(id),
    isForeign: (id: string): boolean => foreign.has(id),
    /** A lookup of the attempt's order has reported less than one before. */
    onStale: (id: string): Set<string> => stale.add(id),
    /** A response about the attempt has named the order of another one. */
    onConfused: (id: string): Set<string> => confused.add(id),
    /** From now on lookups report another currency of the attempt's order. */
    onOtherCurrency: (id: string): Set<string> => inOtherCurrency.add(id),
    /** A lookup has named an amount of the attempt's order that cannot be read. */
    onGarbled: (id: string): Set<string> => garbled.add(id),
    /** After every change at the service: all its orders. */
    onOrders(orders: readonly Order[]): void {
      notePaidAmounts(orders)
      for (const { externalTransactionId: id, amount, status, profile } of ours(orders)) {
        add(amountsOf, id, amount)
        if (status === 'Success') everSuccess.add(id)
        const before = lastStatus.get(id)
        const isCorrection = before === 'Failed' && status === 'Success' && profile === 'p2p'
        if (before !== undefined && isFinalStatus(before) && status !== before && !isCorrection)
          everReversed.add(id)
        lastStatus.set(id, status)
      }
    },
    /** The service has answered a create or a lookup. */
    onServiceResponse(text: string, requestedAt: number): void {
      const [, id] = /"externalId":"([^"]+)"/.exec(text) ?? []
      const [, status] = /"orderStatus":"([^"]+)"/.exec(text) ?? []
      if (id === undefined || status === undefined) return
      lastFoundAt.set(id, Math.max(requestedAt, lastFoundAt.get(id) ?? 0))
      add(reported, id, status)
    },
    /** The service changes the amount of a final order. */
    onLateAmount: (id: string): Set<string> => lateAmounts.add(id),
  }
}
