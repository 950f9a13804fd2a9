import { redact } from '../../service/error-message.ts'
import type { Context } from '../context.ts'
import { withTimeout } from '../lib/clock.ts'
import { messageOf } from '../lib/log.ts'
import { backOff } from '../rules/attempt/lookup-schedule.ts'
import type { EventDelivery } from '../store/events.ts'

const maxErrorLength = 500

const errorText = (error: unknown): string => redact(messageOf(error)).slice(0, maxErrorLength)

const deliveryTimeoutMs = 60_000
/** Longer than a delivery, so that no other process delivers the event meanwhile. */
const leaseMs = deliveryTimeoutMs + 5000

/**
 * Rule 9: delivers events at least once and in order per entry. A failing event delays only its own entry. Starts the
 * deliveries that are due, as many as the pool has slots for. Returns how many.
 */
export async function deliverDueEvents(context: Context): Promise<number> {
  const { store, outboxPool, clock } = context
  const limit = outboxPool.available()
  const at = clock.now()
  const due = await store.claimEvents({ now: at, until: at + leaseMs, limit })
  for (const delivery of due) outboxPool.run(deliver(context, delivery))
  return due.length
}

async function deliver(context: Context, delivery: EventDelivery): Promise<void> {
  const { store, eventOutage, clock, moment, onMetric } = context
  const { event, tries, resends } = delivery
  const at = clock.now()
  const error = await callOnEvent(context, delivery).then(() => null, errorText)
  const durationMs = clock.now() - at
  onMetric({ type: 'event', result: error === null ? 'delivered' : 'postponed' })
  if (error === null) eventOutage.ended()
  else logFailure(context, event, error)
  const retryAt = backOff(tries + 1, moment())
  await store.eventTried(event.id, { at, durationMs, error, resends, retryAt })
}

function logFailure(
  { eventOutage, log }: Context,
  { id, type }: EventDelivery['event'],
  error: string,
): void {
  eventOutage.failed(`no event is delivered any more: ${error}`)
  if (!eventOutage.isOpen())
    log({
      level: 'warn',
      message: `onEvent() failed, so the event is delivered again later with the same id: ${error}`,
      event: id,
      type,
    })
}

async function callOnEvent({ onEvent, clock }: Context, { event, resends }: EventDelivery): Promise<void> {
  const delivery = async (): Promise<true> => {
    await onEvent?.(event, { resent: resends > 0 })
    return true
  }
  if ((await withTimeout(clock, deliveryTimeoutMs, delivery())) === null)
    throw new Error('onEvent took longer than a minute')
}
