import type { z } from 'zod'
import { createCallbacks } from './callbacks/callbacks.ts'
import { realTime, type TimeSource } from './clock.ts'
import { applyPatch, type Config, ConfigPatch, defaultConfig } from './config.ts'
import { createFaults } from './faults.ts'
import { createLedger } from './ledger.ts'
import { createLifecycle } from './lifecycle.ts'
import { createOrderStore } from './order-store.ts'
import { createRandom } from './random.ts'
import { createRateLimit } from './rate-limit.ts'
import { createScheduler } from './scheduler.ts'
import { createSeenKeys } from './seen-keys.ts'
import { isFinal } from './transitions.ts'

/** Options of a sandbox. */
export interface SandboxOptions {
  /** Its base address, without a trailing slash. Default: the origin of each request. */
  url?: string
  /** The same seed and the same requests give the same ids and payment details. Default: a random seed. */
  seed?: string
  /** The source of time. `frozenTime()` moves only with `clock.advance`. Default: real time. */
  clock?: TimeSource
  /** Sends the callbacks. Default: `globalThis.fetch`. */
  fetch?: typeof fetch
  /** The initial configuration, also after a reset, in the format of `POST /_sandbox/config`. */
  config?: z.input<typeof ConfigPatch>
  /** The oldest orders above this number are dropped. Default: 5000. */
  maxOrders?: number
  /** The oldest deliveries above this number are dropped. Default: 20000. */
  maxDeliveries?: number
}

/** Why a valid patch cannot be applied. */
export const pipelineProblem = 'a new pipeline requires a profile, and an existing one keeps its profile'

const maxAffectedCreates = 10_000

function createInitialConfig(patch: ConfigPatch): Config {
  const config = applyPatch(defaultConfig(), patch)
  if (config === null) throw new Error(`The configuration is invalid: ${pipelineProblem}.`)
  return config
}

/** The services of one sandbox, wired together. Functions take the ones that they use. */
export function createServices(options: SandboxOptions & { seed: string }) {
  const initialPatch = ConfigPatch.parse(options.config ?? {})
  let config = createInitialConfig(initialPatch)
  let orderCount = 0
  /** Creates that a one-time scenario has already affected. */
  const affectedCreates = createSeenKeys(maxAffectedCreates)
  const scheduler = createScheduler(options.clock ?? realTime)
  const rateLimit = createRateLimit(scheduler.now)
  const orders = createOrderStore(options.maxOrders ?? 5000)
  const faults = createFaults()
  const ledger = createLedger(() => config, orders.all)
  const callbacks = createCallbacks({
    scheduler,
    faults,
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    capacity: options.maxDeliveries ?? 20_000,
    onAcknowledged({ externalId, status }) {
      const order = orders.byExternalId(externalId)
      if (order !== undefined && isFinal(status) && order.status === status)
        order.confirmedAt ??= scheduler.now()
    },
  })
  const lifecycle = createLifecycle(scheduler, () => config, ledger, callbacks)

  function applyBalances(patch: ConfigPatch) {
    for (const name of Object.keys(config.pipelines)) {
      const balances = { ...patch.balances, ...patch.pipelines?.[name]?.balances }
      for (const [currency, balance] of Object.entries(balances)) ledger.setBalance(name, currency, balance)
    }
  }
  applyBalances(initialPatch)

  return {
    scheduler,
    orders,
    ledger,
    faults,
    callbacks,
    lifecycle,
    rateLimit,
    affectedCreates,
    config: () => config,
    /** Returns false, and changes nothing, if there is a `pipelineProblem`. */
    configure(patch: ConfigPatch): boolean {
      const changed = applyPatch(config, patch)
      if (changed === null) return false
      config = changed
      applyBalances(patch)
      return true
    },
    /** A random source for the next order. A reset does not restart the sequence, so ids never repeat. */
    nextRandom: () => createRandom(`${options.seed}:${++orderCount}`),
    reset() {
      scheduler.reset()
      callbacks.clear()
      faults.clear()
      orders.clear()
      ledger.clear()
      affectedCreates.clear()
      rateLimit.clear()
      config = createInitialConfig(initialPatch)
      applyBalances(initialPatch)
    },
  }
}

export type Services = ReturnType<typeof createServices>
