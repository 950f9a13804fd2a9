import type { Kit } from './kit.ts'
import { messageOf } from './log.ts'
import { backOff } from './rules/pace.ts'
import type { EventDelivery, StoredEvent } from './store/store.ts'

/** How long a merchant's `onEvent` may take before the event is told again. */
const hearingMs = 60_000
/** Longer, so that nobody else tells it meanwhile. */
const leaseMs = hearingMs + 5000

/** Rule 9: tells the merchant, at least once and in order per entry; one that fails holds up its own entry only. */
export async function tellEvents(kit: Kit): Promise<number> {
  const limit = kit.telling.free()
  if (limit === 0) return 0
  const now = kit.clock.now()
  const due = await kit.store.claimEvents({ now, until: now + leaseMs, limit })
  for (const delivery of due) kit.telling.take(kit.track(deliver(kit, delivery)))
  return due.length
}

async function deliver(kit: Kit, { event, tries }: EventDelivery): Promise<void> {
  try {
    await heard(kit, event)
  } catch (error) {
    const dueAt = backOff(tries + 1, kit.moment())
    kit.log({
      level: 'warn',
      message: `event not heard, told again later: ${messageOf(error)}`,
      event: event.id,
      type: event.type,
    })
    kit.options.onMeasure?.({ type: 'event', result: 'postponed' })
    await kit.store.eventPostponed(event.id, dueAt, messageOf(error))
    return
  }
  kit.options.onMeasure?.({ type: 'event', result: 'delivered' })
  await kit.store.eventDelivered(event.id, kit.clock.now())
}

/** Throws where the merchant does not hear it, or not in time. */
async function heard(kit: Kit, event: StoredEvent): Promise<void> {
  const { promise: tooLong, reject } = Promise.withResolvers<never>()
  const giveUp = (): void => reject(new Error('onEvent took longer than a minute'))
  const stop = kit.clock.after(hearingMs, giveUp)
  try {
    await Promise.race([kit.options.onEvent?.(event), tooLong])
  } finally {
    stop()
  }
}
