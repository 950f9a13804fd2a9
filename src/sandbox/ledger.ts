import type { Config } from './config.ts'
import { add, subtract } from './decimal.ts'
import type { SandboxOrder } from './order.ts'
import { isFinal } from './transitions.ts'

/** The figures of a balance answer, as decimal text. */
export interface Figures {
  merchantBalance: string
  merchantOverdraft: string
  pipelineBalance: string
  pipelineAvailableBalance: string
  pipelineProcessingOrdersDeposit: string
  pipelineProcessingOrdersWithdrawals: string
}

/**
 * Settled money by pipeline and currency. A deposit fills the balance of its pipeline and a payout spends its own when they succeed;
 * what is still open is counted from the orders. The merchant's balance is the sum over the pipelines.
 */
export interface Ledger {
  /** Takes an order's present state into account, in place of what it counted for before. */
  settle(order: SandboxOrder): void
  set(pipeline: string, currency: string, balance: string): void
  figures(pipeline: string, currency: string): Figures
  clear(): void
}

const zero = '0.00'

export function createLedger(config: () => Config, orders: () => SandboxOrder[]): Ledger {
  const balances = new Map<string, Map<string, string>>()
  const counted = new WeakMap<SandboxOrder, string>()

  const balance = (pipeline: string, currency: string) =>
    balances.get(pipeline)?.get(currency) ?? config().pipelines[pipeline]?.opening ?? zero
  const set = (pipeline: string, currency: string, value: string) => {
    const ofPipeline = balances.get(pipeline) ?? new Map<string, string>()
    balances.set(pipeline, ofPipeline.set(currency, add(value, zero)))
  }

  const worth = ({ profile, status, amount }: SandboxOrder): string => {
    if (status !== 'Success') return zero
    return profile === 'payout' ? subtract(zero, amount) : amount
  }

  const open = (pipeline: string, currency: string, payouts: boolean) =>
    orders()
      .filter((order) => order.pipeline === pipeline && order.currency === currency)
      .filter((order) => (order.profile === 'payout') === payouts && !isFinal(order.status))
      .reduce((sum, order) => add(sum, order.amount), zero)

  return {
    set,
    settle(order) {
      const value = worth(order)
      const change = subtract(value, counted.get(order) ?? zero)
      counted.set(order, value)
      set(order.pipeline, order.currency, add(balance(order.pipeline, order.currency), change))
    },
    figures(pipeline, currency) {
      const { pipelines, overdraft } = config()
      const settled = balance(pipeline, currency)
      const withdrawals = open(pipeline, currency, true)
      return {
        merchantBalance: Object.keys(pipelines).reduce(
          (sum, name) => add(sum, balance(name, currency)),
          zero,
        ),
        merchantOverdraft: overdraft,
        pipelineBalance: settled,
        pipelineAvailableBalance: subtract(add(settled, overdraft), withdrawals),
        pipelineProcessingOrdersDeposit: open(pipeline, currency, false),
        pipelineProcessingOrdersWithdrawals: withdrawals,
      }
    },
    clear: () => balances.clear(),
  }
}
