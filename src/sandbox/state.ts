import { type Callbacks, createCallbacks } from './callbacks/callbacks.ts'
import { applyPatch, type Config, type ConfigPatch, defaultConfig } from './config.ts'
import { createFaults, type Faults } from './faults.ts'
import { createLedger, type Ledger } from './ledger.ts'
import { createLifecycle, type Lifecycle } from './lifecycle.ts'
import { createOrderStore, type OrderStore } from './order-store.ts'
import { createRandom, type Random } from './random.ts'
import { createScheduler, type Scheduler, type TimeSource } from './scheduler.ts'
import { isFinal } from './transitions.ts'

/** The whole state of a sandbox, in one place. */
export interface SandboxState {
  readonly seed: string
  readonly scheduler: Scheduler
  readonly orders: OrderStore
  readonly ledger: Ledger
  readonly faults: Faults
  readonly callbacks: Callbacks
  readonly lifecycle: Lifecycle
  config(): Config
  /** False where the change makes no sense; nothing changes then. */
  configure(patch: ConfigPatch): boolean
  /** A source of values for the next order. It goes on after a reset, so that no id ever comes twice. */
  nextRandom(): Random
  /** True for the first of the calls with this text: scenarios that strike once ask it. */
  isFirstUse(key: string): boolean
  reset(): void
}

export interface StateOptions {
  seed: string
  time: TimeSource
  fetch: typeof fetch
  maxOrders: number
  maxDeliveries: number
}

const maxUsedKeys = 10_000

function createInitialConfig(patch: ConfigPatch): Config {
  const config = applyPatch(defaultConfig(), patch)
  if (!config) throw new Error('A pipeline of the configuration has a new name and no profile.')
  return config
}

export function createState(options: StateOptions, initialPatch: ConfigPatch): SandboxState {
  let config = createInitialConfig(initialPatch)
  let orderCount = 0
  const usedKeys = new Set<string>()
  const scheduler = createScheduler(options.time)
  const orders = createOrderStore(options.maxOrders)
  const faults = createFaults()
  const ledger = createLedger(() => config, orders.all)
  const callbacks = createCallbacks({
    scheduler,
    faults,
    fetch: options.fetch,
    capacity: options.maxDeliveries,
    onAcknowledged({ externalId, status }) {
      const order = orders.byExternalId(externalId)
      if (order && isFinal(status) && order.status === status) order.confirmedAt ??= scheduler.now()
    },
  })
  const lifecycle = createLifecycle(scheduler, () => config, ledger, callbacks)

  const applyBalances = (patch: ConfigPatch) => {
    for (const name of Object.keys(config.pipelines)) {
      const balances = { ...patch.balances, ...patch.pipelines?.[name]?.balances }
      for (const [currency, balance] of Object.entries(balances)) ledger.setBalance(name, currency, balance)
    }
  }
  applyBalances(initialPatch)

  return {
    seed: options.seed,
    scheduler,
    orders,
    ledger,
    faults,
    callbacks,
    lifecycle,
    config: () => config,
    configure(patch) {
      const changed = applyPatch(config, patch)
      if (!changed) return false
      config = changed
      applyBalances(patch)
      return true
    },
    nextRandom: () => createRandom(`${options.seed}:${++orderCount}`),
    isFirstUse(key) {
      if (usedKeys.has(key)) return false
      const [oldest] = usedKeys
      if (usedKeys.size >= maxUsedKeys && oldest !== undefined) usedKeys.delete(oldest)
      usedKeys.add(key)
      return true
    },
    reset() {
      scheduler.reset()
      callbacks.clear()
      faults.clear()
      orders.clear()
      ledger.clear()
      usedKeys.clear()
      config = createInitialConfig(initialPatch)
      applyBalances(initialPatch)
    },
  }
}
