import type { AttemptStory, CheckoutStory } from 'paypane/contract'
import type { z } from 'zod'
import { instant, spanText, timeText } from './format.ts'
import { type Said, storyWords } from './words/story.ts'

/** One happening, as the timeline draws and says it. */
export interface Step extends Said {
  id: string
  at: string | null
  /** How long after the one before; empty where that is no time. */
  later: string
  /** At the same second of the same attempt as the one before. */
  same: boolean
  /** The service's own code, where it is one. */
  code: string | null
  attempt: number
}

type Found = Omit<Step, 'later' | 'same'>
type Attempt = z.infer<typeof AttemptStory>
type Event = CheckoutStory['events'][number]

/** All that happened, in the order of its times: what Paypane did and heard, the service's history, the events. */
export function timelineOf(attempts: readonly Attempt[], events: readonly Event[]): Step[] {
  const found = [
    ...attempts.flatMap((attempt) => [...ours(attempt), ...theirs(attempt)]),
    ...events.map(told),
  ]
  const placed = found.map((step, index) => ({ step, at: timeOf(found, index) }))
  placed.sort((a, b) => a.at - b.at)
  return placed.map(({ step, at }, index) => ({
    ...step,
    later: spanText(at - (placed[index - 1]?.at ?? at)),
    same:
      index > 0 &&
      second(at) === second(placed[index - 1]?.at ?? 0) &&
      step.attempt === placed[index - 1]?.step.attempt,
  }))
}

const second = (at: number): number => Math.floor(at / 1000)

const ours = (attempt: Attempt): Found[] =>
  attempt.story.map(({ at, last, times, what }, index) => {
    const said = storyWords(what)
    const repeated = times > 1 ? ` ${times} times, last on ${timeText(last)}.` : ''
    return {
      ...said,
      id: `ours ${attempt.attempt} ${index}`,
      words: said.words + repeated,
      at,
      code: null,
      attempt: attempt.attempt,
    }
  })

const theirs = (attempt: Attempt): Found[] =>
  attempt.timeline.map(({ time, action, code, words }, index) => ({
    id: `theirs ${attempt.attempt} ${index}`,
    lane: 'at-service',
    words: words ?? action ?? 'The service notes nothing more.',
    at: time,
    code,
    attempt: attempt.attempt,
  }))

function told({ id, type, at, attempt, tries, deliveredAt, error }: Event): Found {
  const heard =
    deliveredAt === null
      ? `not heard yet${tries === 0 ? '' : ` (tried ${tries}×${error === null ? '' : `: ${error}`})`}`
      : `heard on ${timeText(deliveredAt)}${tries > 1 ? `, after ${tries} tries` : ''}`
  return {
    id,
    lane: 'to-shop',
    words: `The shop is told ${type}: ${heard}.`,
    at,
    code: null,
    attempt,
    ...(deliveredAt === null && tries > 0 ? { care: true as const } : {}),
  }
}

/** What has no time of its own stands beside the one before it. */
function timeOf(steps: readonly Found[], index: number): number {
  for (let before = index; before >= 0; before -= 1) {
    const at = instant(steps[before]?.at ?? '')
    if (!Number.isNaN(at)) return at
  }
  return 0
}
