import { type Callbacks, createCallbacks } from './callbacks/callbacks.ts'
import { createDiary, type Diary, type TimeSource } from './clock.ts'
import { type Config, type ConfigPatch, configured, defaultConfig } from './config.ts'
import { createFaults, type Faults } from './faults.ts'
import { createLedger, type Ledger } from './ledger.ts'
import { createLifecycle, type Lifecycle } from './lifecycle.ts'
import { createOrderBook, type OrderBook } from './order-book.ts'
import { createRandom, type Random } from './random.ts'
import { isFinal } from './transitions.ts'

/** The whole state of a sandbox, in one place. */
export interface Core {
  readonly seed: string
  readonly diary: Diary
  readonly orders: OrderBook
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
  firstTime(text: string): boolean
  reset(): void
}

export interface CoreParts {
  seed: string
  time: TimeSource
  fetch: typeof fetch
  maxOrders: number
  maxDeliveries: number
}

const rememberedTexts = 10_000

function beginning(patch: ConfigPatch): Config {
  const config = configured(defaultConfig(), patch)
  if (!config) throw new Error('A pipeline of the configuration has a new name and no profile.')
  return config
}

export function createCore(parts: CoreParts, initial: ConfigPatch): Core {
  let config = beginning(initial)
  let made = 0
  const struckTexts = new Set<string>()
  const diary = createDiary(parts.time)
  const orders = createOrderBook(parts.maxOrders)
  const faults = createFaults()
  const ledger = createLedger(() => config, orders.all)
  const callbacks = createCallbacks({
    diary,
    faults,
    fetch: parts.fetch,
    capacity: parts.maxDeliveries,
    heard({ externalId, status }) {
      const order = orders.byExternalId(externalId)
      if (order && isFinal(status) && order.status === status) order.confirmedAt ??= diary.now()
    },
  })
  const lifecycle = createLifecycle(diary, () => config, ledger, callbacks)

  const open = (patch: ConfigPatch) => {
    for (const name of Object.keys(config.pipelines)) {
      const balances = { ...patch.balances, ...patch.pipelines?.[name]?.balances }
      for (const [currency, balance] of Object.entries(balances)) ledger.set(name, currency, balance)
    }
  }
  open(initial)

  return {
    seed: parts.seed,
    diary,
    orders,
    ledger,
    faults,
    callbacks,
    lifecycle,
    config: () => config,
    configure(patch) {
      const changed = configured(config, patch)
      if (!changed) return false
      config = changed
      open(patch)
      return true
    },
    nextRandom: () => createRandom(`${parts.seed}:${++made}`),
    firstTime(text) {
      if (struckTexts.has(text)) return false
      const [oldest] = struckTexts
      if (struckTexts.size >= rememberedTexts && oldest !== undefined) struckTexts.delete(oldest)
      struckTexts.add(text)
      return true
    },
    reset() {
      diary.reset()
      callbacks.clear()
      faults.clear()
      orders.clear()
      ledger.clear()
      struckTexts.clear()
      config = beginning(initial)
      open(initial)
    },
  }
}
