import { addAmounts, subtractAmounts } from '../service/amount.ts'
import type { Config } from './config.ts'
import type { SandboxOrder } from './order.ts'
import { isFinal } from './transitions.ts'

const zero = '0.00'

/**
 * Balances by pipeline and currency. A successful deposit increases its pipeline's balance, a successful payout decreases it;
 * processing totals are computed from the orders. The merchant's balance is the sum over all pipelines.
 */
export function createLedger(config: () => Config, orders: () => SandboxOrder[]) {
  const balances = new Map<string, Map<string, string>>()
  const countedAmounts = new WeakMap<SandboxOrder, string>()

  const getBalance = (pipeline: string, currency: string) =>
    balances.get(pipeline)?.get(currency) ?? config().pipelines[pipeline]?.openingBalance ?? zero
  function setBalance(pipeline: string, currency: string, value: string) {
    const byCurrency = balances.get(pipeline) ?? new Map<string, string>()
    balances.set(pipeline, byCurrency.set(currency, addAmounts(value, zero)))
  }

  function signedAmount({ profile, status, amount }: SandboxOrder): string {
    if (status !== 'Success') return zero
    return profile === 'payout' ? subtractAmounts(zero, amount) : amount
  }

  const openTotal = (pipeline: string, currency: string, payouts: boolean) =>
    orders()
      .filter((order) => order.pipeline === pipeline && order.currency === currency)
      .filter((order) => (order.profile === 'payout') === payouts && !isFinal(order.status))
      .reduce((sum, order) => addAmounts(sum, order.amount), zero)

  return {
    setBalance,
    /** Replaces the order's previous contribution to the balance. */
    update(order: SandboxOrder) {
      const value = signedAmount(order)
      const change = subtractAmounts(value, countedAmounts.get(order) ?? zero)
      countedAmounts.set(order, value)
      setBalance(
        order.pipeline,
        order.currency,
        addAmounts(getBalance(order.pipeline, order.currency), change),
      )
    },
    /** The figures of a balance response, as decimal text. */
    figures(pipeline: string, currency: string) {
      const { pipelines, overdraft } = config()
      const current = getBalance(pipeline, currency)
      const withdrawals = openTotal(pipeline, currency, true)
      return {
        merchantBalance: Object.keys(pipelines).reduce(
          (sum, name) => addAmounts(sum, getBalance(name, currency)),
          zero,
        ),
        merchantOverdraft: overdraft,
        pipelineBalance: current,
        pipelineAvailableBalance: subtractAmounts(addAmounts(current, overdraft), withdrawals),
        pipelineProcessingOrdersDeposit: openTotal(pipeline, currency, false),
        pipelineProcessingOrdersWithdrawals: withdrawals,
      }
    },
    clear: () => balances.clear(),
  }
}
export type Ledger = ReturnType<typeof createLedger>
