import type { BackgroundTasks } from '../lib/background-tasks.ts'
import type { Clock } from '../lib/clock.ts'
import { type Log, messageOf } from '../lib/log.ts'
import type { Metric } from '../lib/metrics.ts'
import { withTimeout } from '../lib/with-timeout.ts'
import type { WorkPool } from '../lib/work-pool.ts'
import type { PaypaneOptions } from '../options.ts'
import { backOff } from '../rules/lookup-schedule.ts'
import type { Now } from '../rules/policy.ts'
import type { EventDelivery, Store, StoredEvent } from '../store/store.ts'

/** Rule 9: delivers events at least once and in order per entry. A failing event delays only its own entry. */
export interface Outbox {
  /** Starts the deliveries that are due, as many as the pool has slots for. Returns how many. */
  deliverDue(): Promise<number>
}

interface OutboxServices {
  store: Pick<Store, 'claimEvents' | 'eventDelivered' | 'eventPostponed'>
  onEvent: PaypaneOptions['onEvent']
  pool: WorkPool
  background: BackgroundTasks
  clock: Clock
  now(): Now
  onMetric(metric: Metric): void
  log: Log
}

const deliveryTimeoutMs = 60_000
/** Longer than a delivery, so that no other process delivers the event meanwhile. */
const leaseMs = deliveryTimeoutMs + 5000

export function createOutbox(services: OutboxServices): Outbox {
  const { store, onEvent, pool, background, clock, now, onMetric, log } = services

  async function deliver({ event, tries }: EventDelivery): Promise<void> {
    try {
      await callOnEvent(event)
    } catch (error) {
      log({
        level: 'warn',
        message: `onEvent() failed, so the event is delivered again later with the same id: ${messageOf(error)}`,
        event: event.id,
        type: event.type,
      })
      onMetric({ type: 'event', result: 'postponed' })
      await store.eventPostponed(event.id, backOff(tries + 1, now()), messageOf(error))
      return
    }
    onMetric({ type: 'event', result: 'delivered' })
    await store.eventDelivered(event.id, clock.now())
  }

  async function callOnEvent(event: StoredEvent): Promise<void> {
    const delivery = async (): Promise<true> => {
      await onEvent?.(event)
      return true
    }
    if ((await withTimeout(clock, deliveryTimeoutMs, delivery())) === null)
      throw new Error('onEvent took longer than a minute')
  }

  return {
    async deliverDue() {
      const limit = pool.available()
      if (limit === 0) return 0
      const at = clock.now()
      const due = await store.claimEvents({ now: at, until: at + leaseMs, limit })
      for (const delivery of due) pool.run(background.track(deliver(delivery)))
      return due.length
    },
  }
}
