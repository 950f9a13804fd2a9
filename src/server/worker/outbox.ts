import type { BackgroundTasks } from '../lib/background-tasks.ts'
import type { Clock } from '../lib/clock.ts'
import { messageOf } from '../lib/log.ts'
import type { Metric } from '../lib/metrics.ts'
import { withTimeout } from '../lib/with-timeout.ts'
import type { WorkPool } from '../lib/work-pool.ts'
import type { PaypaneOptions } from '../options.ts'
import { backOff } from '../rules/lookup-schedule.ts'
import type { Now } from '../rules/policy.ts'
import { redact } from '../rules/redact.ts'
import type { EventDelivery, Store } from '../store/store.ts'
import type { Destination } from './destination.ts'

/** Rule 9: delivers events at least once and in order per entry. A failing event delays only its own entry. */
export interface Outbox {
  /** Starts the deliveries that are due, as many as the pool has slots for. Returns how many. */
  deliverDue(): Promise<number>
}

interface OutboxServices {
  store: Pick<Store, 'claimEvents' | 'eventTried'>
  onEvent: PaypaneOptions['onEvent']
  pool: WorkPool
  destination: Destination
  background: BackgroundTasks
  clock: Clock
  now(): Now
  onMetric(metric: Metric): void
}

const maxErrorLength = 500

const errorText = (error: unknown): string => redact(messageOf(error)).slice(0, maxErrorLength)

const deliveryTimeoutMs = 60_000
/** Longer than a delivery, so that no other process delivers the event meanwhile. */
const leaseMs = deliveryTimeoutMs + 5000

export function createOutbox(services: OutboxServices): Outbox {
  const { store, onEvent, pool, background, destination, clock, now, onMetric } = services

  async function deliver(delivery: EventDelivery): Promise<void> {
    const { event, tries, resends } = delivery
    const at = clock.now()
    const error = await callOnEvent(delivery).then(() => null, errorText)
    const durationMs = clock.now() - at
    onMetric({ type: 'event', result: error === null ? 'delivered' : 'postponed' })
    if (error === null) destination.accepted()
    else destination.failed(event, error)
    const retryAt = backOff(tries + 1, now())
    await store.eventTried(event.id, { at, durationMs, error, resends, retryAt })
  }

  async function callOnEvent({ event, resends }: EventDelivery): Promise<void> {
    const delivery = async (): Promise<true> => {
      await onEvent?.(event, { resent: resends > 0 })
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
