import type { Context } from '../context.ts'
import { messageOf } from '../lib/log.ts'
import { backOff } from '../rules/lookup-schedule.ts'
import type { EventDelivery, StoredEvent } from '../store/store.ts'

/** How long a merchant's `onEvent` may take before the event is told again. */
const deliveryTimeoutMs = 60_000
/** Longer, so that nobody else tells it meanwhile. */
const leaseMs = deliveryTimeoutMs + 5000

/** Rule 9: tells the merchant, at least once and in order per entry; one that fails holds up its own entry only. */
export async function deliverEvents(context: Context): Promise<number> {
  const limit = context.outboxPool.available()
  if (limit === 0) return 0
  const now = context.clock.now()
  const due = await context.store.claimEvents({ now, until: now + leaseMs, limit })
  for (const delivery of due) context.outboxPool.run(context.track(deliver(context, delivery)))
  return due.length
}

async function deliver(context: Context, { event, tries }: EventDelivery): Promise<void> {
  try {
    await callOnEvent(context, event)
  } catch (error) {
    const dueAt = backOff(tries + 1, context.now())
    context.log({
      level: 'warn',
      message: `event not heard, told again later: ${messageOf(error)}`,
      event: event.id,
      type: event.type,
    })
    context.options.onMetric?.({ type: 'event', result: 'postponed' })
    await context.store.eventPostponed(event.id, dueAt, messageOf(error))
    return
  }
  context.options.onMetric?.({ type: 'event', result: 'delivered' })
  await context.store.eventDelivered(event.id, context.clock.now())
}

/** Throws where the merchant does not hear it, or not in time. */
async function callOnEvent(context: Context, event: StoredEvent): Promise<void> {
  const { promise: tooLong, reject } = Promise.withResolvers<never>()
  const rejectOnTimeout = (): void => reject(new Error('onEvent took longer than a minute'))
  const cancelTimer = context.clock.after(deliveryTimeoutMs, rejectOnTimeout)
  try {
    await Promise.race([context.options.onEvent?.(event), tooLong])
  } finally {
    cancelTimer()
  }
}
