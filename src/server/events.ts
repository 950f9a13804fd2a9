import type { Kit } from './kit.ts'
import { messageOf } from './log.ts'
import { backOff } from './rules/pace.ts'
import type { EventDelivery } from './store/store.ts'

/** How long a merchant's `onEvent` may take before the event is offered again. */
const leaseMs = 60_000

/** Rule 9: tells the merchant, at least once and in order per entry; one that fails holds up its own entry only. */
export async function deliverEvents(kit: Kit): Promise<number> {
  const now = kit.clock.now()
  const due = await kit.store.claimEvents({ now, until: now + leaseMs, limit: 50 })
  await Promise.all(due.map((delivery) => deliver(kit, delivery)))
  return due.length
}

async function deliver(kit: Kit, { event, tries }: EventDelivery): Promise<void> {
  try {
    await kit.options.onEvent?.(event)
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
