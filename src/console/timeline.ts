import type { AttemptDetail, CheckoutDetail, PayoutApproval } from '../contract/index.ts'
import { formatDuration, formatTime, parseTime } from './format.ts'
import { type ActivityText, describeActivity } from './texts/activity.ts'

export interface TimelineItem extends ActivityText {
  id: string
  at: string | null
  /** The time of the entry before. */
  since: string
  /** The time since then; empty below a second. */
  elapsed: string
  /** In the same second of the same attempt as the entry before. */
  sameSecond: boolean
  /** The service's action code, if it is an entry of its history. */
  code: string | null
  attempt: number
  /** The service's steps that led to this one. */
  steps: readonly Step[]
  /** Still to come. */
  pending?: true
}

type Step = { text: string; code: string | null }

type UnplacedItem = Omit<TimelineItem, 'since' | 'elapsed' | 'sameSecond' | 'steps'>
type CheckoutEvent = CheckoutDetail['events'][number]

interface Entry {
  status: string
  attempts: readonly AttemptDetail[]
  events: readonly CheckoutEvent[]
  expiresAt?: string
  approvals?: readonly PayoutApproval[]
}

/** Activity, the service's history, events, approvals and pending work, merged in order of time. */
export function timelineOf({ attempts, events, status, expiresAt, approvals = [] }: Entry): TimelineItem[] {
  const items = [
    ...attempts.flatMap((attempt) => [...paypaneItems(attempt), ...serviceItems(attempt)]),
    ...events.map(eventItem),
    ...approvals.flatMap(approvalItems),
    ...attempts.flatMap(({ attempt, nextLookup }) =>
      nextLookup === null ? [] : [pendingItem('Next status lookup.', nextLookup, attempt)],
    ),
    ...(expiresAt !== undefined && (status === 'choosing' || status === 'pending')
      ? [pendingItem('The checkout expires.', expiresAt, attempts.length)]
      : []),
  ]
  const sorted = items.map((item, index) => ({ item, at: timeOf(items, index), steps: [] }))
  sorted.sort((a, b) => a.at - b.at)
  const rows = foldSteps(sorted)
  return rows.map(({ item, at, steps }, index) => {
    const before = rows[index - 1]
    return {
      ...item,
      steps,
      since: before ? new Date(before.at).toISOString() : '',
      elapsed: formatDuration(at - (before?.at ?? at)),
      sameSecond: toSecond(at) === toSecond(before?.at ?? 0) && item.attempt === before?.item.attempt,
    }
  })
}

interface Row {
  item: UnplacedItem
  at: number
  steps: readonly Step[]
}

/** Of the service's steps in a row the last one stands for all. */
function foldSteps(rows: readonly Row[]): Row[] {
  const folded: Row[] = []
  for (const row of rows) {
    const { item } = row
    const before = folded.at(-1)
    if (item.lane === 'at-service' && before?.item.lane === item.lane && before.item.attempt === item.attempt)
      folded.splice(-1, 1, { ...row, steps: [...before.steps, before.item] })
    else folded.push(row)
  }
  return folded
}

const toSecond = (at: number): number => Math.floor(at / 1000)

const paypaneItems = (attempt: AttemptDetail): UnplacedItem[] =>
  joinFailedLookups(attempt.activity).map((item, index) => {
    const { at, lastAt, count } = item
    const description = describeActivity(item)
    const repeated = count > 1 ? ` ${count} times, last at ${formatTime(lastAt, at)}.` : ''
    return {
      ...description,
      id: `ours ${attempt.attempt} ${index}`,
      text: description.text + repeated,
      at,
      code: null,
      attempt: attempt.attempt,
    }
  })

type Activity = AttemptDetail['activity'][number]

/** Failed lookups in a row are one item, whatever their causes. */
function joinFailedLookups(activity: readonly Activity[]): Activity[] {
  const joined: Activity[] = []
  for (const item of activity) {
    const before = joined.at(-1)
    if (item.type !== 'lookup_failed' || before?.type !== 'lookup_failed') {
      joined.push(item)
      continue
    }
    const causes = before.cause.split(', ')
    const cause = causes.includes(item.cause) ? before.cause : [...causes, item.cause].join(', ')
    joined.splice(-1, 1, { ...item, at: before.at, count: before.count + item.count, cause })
  }
  return joined
}

const serviceItems = (attempt: AttemptDetail): UnplacedItem[] =>
  attempt.timeline.map(({ time, action, code, words }, index) => ({
    id: `theirs ${attempt.attempt} ${index}`,
    lane: 'at-service',
    text: words ?? action ?? 'The service gives no description.',
    at: time,
    code,
    attempt: attempt.attempt,
  }))

const pendingItem = (text: string, at: string, attempt: number): UnplacedItem => ({
  id: `pending ${attempt} ${text}`,
  lane: 'at-paypane',
  text,
  at,
  code: null,
  attempt,
  pending: true,
})

const approvalItems = ({
  action,
  requestedBy,
  requestedAt,
  note,
  decided,
}: PayoutApproval): UnplacedItem[] => {
  const what = action === 'create' ? 'The payout' : 'Discarding the payout'
  const item = (text: string, at: string, reason: string | null): UnplacedItem => ({
    id: `approval ${at} ${text}`,
    lane: 'at-paypane',
    text: reason === null ? text : `${text} “${reason}”`,
    at,
    code: null,
    attempt: 1,
  })
  return [
    item(`${what} was requested by ${requestedBy ?? "the shop's server"}.`, requestedAt, note),
    ...(decided
      ? [
          item(
            `${what} was ${decided.approved ? 'approved' : 'rejected'} by ${decided.by}.`,
            decided.at,
            decided.note,
          ),
        ]
      : []),
  ]
}

function eventItem({ id, type, at, attempt, tries, deliveredAt, error }: CheckoutEvent): UnplacedItem {
  const delivery =
    deliveredAt === null
      ? `not delivered yet${tries === 0 ? '' : ` (tried ${tries}×${error === null ? '' : `: ${error}`})`}`
      : `delivered${formatTime(deliveredAt) === formatTime(at) ? '' : ` at ${formatTime(deliveredAt, at)}`}${tries > 1 ? `, after ${tries} tries` : ''}`
  return {
    id,
    lane: 'to-shop',
    text: `Event ${type}: ${delivery}.`,
    at,
    code: null,
    attempt,
    ...(deliveredAt === null && tries > 0 ? { warning: true as const } : {}),
  }
}

/** An item without a time has that of the item before it. */
function timeOf(items: readonly UnplacedItem[], index: number): number {
  for (let i = index; i >= 0; i -= 1) {
    const at = parseTime(items[i]?.at ?? '')
    if (!Number.isNaN(at)) return at
  }
  return 0
}
