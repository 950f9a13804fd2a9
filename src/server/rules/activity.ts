import type { ActivityEvent } from '../../contract/activity.ts'
import type { ActivityItem, Attempt } from './model.ts'

const maxItems = 60

/** What a bad network, or a payer, repeats without end. All else happens a few times, or by an operator. */
const repeated: readonly ActivityEvent['type'][] = [
  'create_resent',
  'create_unknown',
  'create_placed_late',
  'lookup_found',
  'lookup_found_other',
  'lookup_found_foreign',
  'id_taken',
  'lookup_not_found',
  'lookup_failed',
  'callback_received',
  'sent_reported',
  'body_unreadable',
]

/**
 * The attempt with one more event in its log. A full log drops the oldest of what is repeated. What was decided stays: a
 * second payment is reviewed once.
 */
export function logActivity(attempt: Attempt, at: number, event: ActivityEvent): Attempt {
  const { activity } = attempt
  const last = activity.at(-1)
  if (last !== undefined && isSameEvent(event, last))
    return {
      ...attempt,
      activity: [...activity.slice(0, -1), { ...last, lastAt: at, count: last.count + 1 }],
    }
  const oldest = activity.findIndex(({ type }) => repeated.includes(type))
  const kept = activity.length < maxItems || oldest < 0 ? activity : activity.toSpliced(oldest, 1)
  return { ...attempt, activity: [...kept, { at, lastAt: at, count: 1, ...event }] }
}

function isSameEvent(event: ActivityEvent, item: ActivityItem): boolean {
  const fields = new Map<string, unknown>(Object.entries(item))
  return Object.entries(event).every(([name, value]) => fields.get(name) === value)
}
