import { callbackSignature } from '../../service/signature.ts'
import { type CallbackSettings, type CallbackType, type Config, privateKey } from '../config.ts'
import type { Faults } from '../faults.ts'
import type { SandboxOrder } from '../order.ts'
import type { Scheduler } from '../scheduler.ts'
import { isFinal } from '../transitions.ts'
import { callbackBody, callbackFields } from './callback-body.ts'
import { type AttemptResult, sendCallback } from './send-callback.ts'

/** A callback to the merchant, with the response to each attempt. */
export interface Delivery {
  id: string
  externalId: string
  type: CallbackType
  status: string
  address: string
  body: string
  signature: string
  /** `waiting`: for its next attempt. `forged` ones are sent once. */
  state: 'waiting' | 'acknowledged' | 'given-up' | 'lost' | 'forged'
  createdAt: number
  nextAttemptAt: number | null
  maxAttempts: number
  attempts: ({ at: number } & AttemptResult)[]
}

interface CallbacksOptions {
  scheduler: Scheduler
  faults: Faults
  fetch: typeof fetch
  capacity: number
  onAcknowledged(delivery: Delivery): void
}

/** Undefined if a reset has removed the order's pipeline. */
const settingsOf = ({ pipeline }: SandboxOrder, { pipelines }: Config): CallbackSettings | undefined =>
  pipelines[pipeline]?.callbacks

/** The addresses of a callback. Without one of its kind the other is used. */
function addressesOf({ callbackUrl }: SandboxOrder, { address, usedAddress }: CallbackSettings): string[] {
  const byPreference = usedAddress === 'static' ? [address, callbackUrl] : [callbackUrl, address]
  const known = byPreference.filter((candidate) => candidate !== null)
  return usedAddress === 'both' ? known : known.slice(0, 1)
}

export function createCallbacks({
  scheduler,
  faults,
  fetch: fetcher,
  capacity,
  onAcknowledged,
}: CallbacksOptions) {
  const deliveries = new Map<string, Delivery>()
  const queues = new Map<string, Promise<void>>()
  let deliveryCount = 0

  function store(prepared: Omit<Delivery, 'id'>): Delivery {
    const delivery = { ...prepared, id: `delivery-${++deliveryCount}` }
    deliveries.set(delivery.id, delivery)
    const [oldest] = deliveries.keys()
    if (deliveries.size > capacity && oldest !== undefined) deliveries.delete(oldest)
    return delivery
  }

  async function send(delivery: Delivery) {
    const at = scheduler.now()
    const result = await sendCallback(fetcher, faults, delivery)
    delivery.attempts.push({ at, ...result })
    const acknowledged = result.status !== null && result.status >= 200 && result.status < 300
    if (!acknowledged || delivery.state !== 'waiting') return
    delivery.state = 'acknowledged'
    delivery.nextAttemptAt = null
    onAcknowledged(delivery)
  }

  /** Runs an attempt of the retry schedule; the first is 1. */
  async function runAttempt(delivery: Delivery, attemptNumber: number): Promise<void> {
    if (delivery.state === 'waiting') await send(delivery)
    if (delivery.state !== 'waiting') return
    const first = delivery.attempts[0]?.at
    if (attemptNumber >= delivery.maxAttempts || first === undefined) {
      delivery.state = 'given-up'
      delivery.nextAttemptAt = null
      return
    }
    delivery.nextAttemptAt = first + minutesUntilAttempt(attemptNumber + 1) * 60_000
    scheduler.schedule(delivery.nextAttemptAt, () => runAttempt(delivery, attemptNumber + 1))
  }

  /** The callbacks of one order are sent one after the other. */
  function enqueue(externalId: string, task: () => Promise<void>) {
    const previous = queues.get(externalId) ?? Promise.resolve()
    const current = previous.then(task).finally(() => {
      if (queues.get(externalId) === current) queues.delete(externalId)
    })
    queues.set(externalId, current)
    void scheduler.run(() => current)
  }

  /** Those whose schedule has not begun. */
  const heldBackDeliveries = (externalId: string) =>
    [...deliveries.values()].filter(
      (delivery) =>
        delivery.externalId === externalId && delivery.state === 'waiting' && delivery.nextAttemptAt === null,
    )

  /** A callback about the order's current state. Every attempt sends the same bytes. */
  function prepare(
    address: string,
    order: SandboxOrder,
    type: CallbackType,
    settings: CallbackSettings,
    config: Config,
  ): Omit<Delivery, 'id'> {
    const signature = callbackSignature(
      callbackFields(order, settings, config),
      settings.privateKey ?? privateKey,
    )
    return {
      externalId: order.externalId,
      type,
      status: order.status,
      address,
      body: callbackBody(order, type, settings, config),
      signature: settings.signatureCase === 'upper' ? signature.toUpperCase() : signature,
      state: order.deliveryMode === 'lost' ? 'lost' : 'waiting',
      createdAt: scheduler.now(),
      nextAttemptAt: null,
      maxAttempts: settings.attempts,
      attempts: [],
    }
  }

  function deliver(prepared: Omit<Delivery, 'id'>, { externalId, status, deliveryMode }: SandboxOrder) {
    const delivery = store(prepared)
    if (deliveryMode === 'newest-first' && !isFinal(status)) return
    enqueue(externalId, async () => {
      await runAttempt(delivery, 1)
      if (deliveryMode === 'twice' && delivery.state !== 'lost') await send(delivery)
      if (deliveryMode !== 'newest-first') return
      for (const held of heldBackDeliveries(externalId).reverse()) await runAttempt(held, 1)
    })
  }

  /** Sends a copy once, with a changed body and the original signature. */
  async function forge(delivery: Omit<Delivery, 'id'>): Promise<Delivery> {
    const forged = store({
      ...delivery,
      body: delivery.body.replace(/"status":"[^"]*"/, '"status":"Success"').replace(/"amount":"?/, '$&9'),
      state: 'forged',
      createdAt: scheduler.now(),
      nextAttemptAt: null,
      attempts: [],
    })
    await scheduler.run(() => send(forged))
    return forged
  }

  return {
    /** Sends a callback about the order if its type is enabled and there is an address. */
    notify(order: SandboxOrder, type: CallbackType, config: Config) {
      const settings = settingsOf(order, config)
      if (!settings?.types.includes(type)) return
      for (const address of addressesOf(order, settings))
        deliver(prepare(address, order, type, settings, config), order)
    },
    /** Sends forged callbacks about the order, which claim Success. */
    async forgeSuccess(order: SandboxOrder, config: Config) {
      const settings = settingsOf(order, config)
      if (settings === undefined) return
      for (const address of addressesOf(order, settings))
        await forge(prepare(address, order, 'Success', settings, config))
    },
    /** Resolves when the first attempts of the order's callbacks are done. */
    firstDelivery: async (externalId: string) => {
      await queues.get(externalId)
    },
    /** Sends a delivery once more, in addition to its schedule. */
    resend: (delivery: Delivery) => scheduler.run(() => send(delivery)),
    forge,
    /** Stops sending it; what has ended stays as it is. */
    lose(delivery: Delivery) {
      if (delivery.state !== 'waiting') return
      delivery.state = 'lost'
      delivery.nextAttemptAt = null
    },
    all: () => [...deliveries.values()],
    byId: (id: string) => deliveries.get(id),
    clear() {
      // Callbacks being sent must not be stored again after a reset.
      for (const delivery of deliveries.values()) delivery.state = 'lost'
      deliveries.clear()
    },
  }
}
export type Callbacks = ReturnType<typeof createCallbacks>

/** Minutes before each retry: Fibonacci numbers times 7. The last delay repeats. */
const retryDelayMinutes = [7, 14, 21, 35, 56, 91, 147, 238, 385] as const
const lastDelayMinutes = 623

/** Minutes from the first attempt to attempt `n` (the first is 1). */
function minutesUntilAttempt(attempt: number): number {
  const scheduled: readonly number[] = retryDelayMinutes.slice(0, attempt - 1)
  const repeated = (attempt - 1 - scheduled.length) * lastDelayMinutes
  return scheduled.reduce((sum, delay) => sum + delay, repeated)
}
