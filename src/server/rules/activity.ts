import type { ActivityEvent } from '../../contract/activity.ts'
import type { ActivityItem, Attempt } from './model.ts'

const maxItems = 60

/** The attempt with one more event in its log. A full log keeps its first event and drops the oldest of the others. */
export function logActivity(attempt: Attempt, at: number, event: ActivityEvent): Attempt {
  const { activity } = attempt
  const last = activity.at(-1)
  if (last !== undefined && isSameEvent(event, last))
    return {
      ...attempt,
      activity: [...activity.slice(0, -1), { ...last, lastAt: at, count: last.count + 1 }],
    }
  const kept = activity.length < maxItems ? activity : [...activity.slice(0, 1), ...activity.slice(2)]
  return { ...attempt, activity: [...kept, { at, lastAt: at, count: 1, ...event }] }
}

function isSameEvent(event: ActivityEvent, item: ActivityItem): boolean {
  const fields = new Map<string, unknown>(Object.entries(item))
  return Object.entries(event).every(([name, value]) => fields.get(name) === value)
}
