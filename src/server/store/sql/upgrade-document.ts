import { z } from 'zod'
import { ActivityEvent } from '../../../contract/activity.ts'

const states = new Map([
  ['absent', 'not_created'],
  ['open', 'placed'],
])
const acts = new Map([
  ['ask', 'recheck'],
  ['drop', 'discard'],
])
const rename = (names: ReadonlyMap<string, string>, name: string): string => names.get(name) ?? name

const Refusal = z.looseObject({ status: z.number(), label: z.string().nullable() }).nullable()

const OldAttempt = z.looseObject({
  state: z.string(),
  sends: z.int(),
  sentAt: z.number(),
  blind: z.boolean(),
  exists: z.boolean(),
  refusal: Refusal,
  clear: z.boolean(),
  misses: z.int(),
  silences: z.int(),
  claim: z.unknown(),
  settledAt: z.number().nullable(),
  askAt: z.number().nullable(),
  review: z
    .looseObject({
      settled: z
        .looseObject({ by: z.string() })
        .transform(({ by, ...rest }) => ({ ...rest, by: by === 'news' ? 'automatic' : by }))
        .nullable(),
    })
    .transform(({ settled, ...rest }) => ({ ...rest, resolved: settled }))
    .nullable(),
  story: z.array(z.object({ at: z.number(), last: z.number(), times: z.int(), what: z.string() })),
})

/** An entry's document as version 0.1 wrote it. Other fields keep their names and values. */
const OldEntry = z.looseObject({
  told: z.int(),
  attempts: z.array(OldAttempt),
  customer: z.string().nullable().default(null),
})

/** The same entry in today's shape. Throws where the document is not one of version 0.1. */
export function upgradeDocument(document: unknown): unknown {
  const { told, attempts, ...rest } = OldEntry.parse(document)
  return {
    ...rest,
    // Version 0.1 had no client secrets: the id alone opened a checkout.
    readableById: true,
    lastEventSeq: told,
    attempts: attempts.map((attempt) => ({ ...upgradeAttempt(attempt), customer: rest.customer })),
  }
}

function upgradeAttempt(attempt: z.infer<typeof OldAttempt>): object {
  const { state, sends, blind, exists, clear, misses, silences, claim, settledAt, askAt, story, ...rest } =
    attempt
  return {
    ...rest,
    state: rename(states, state),
    sendCount: sends,
    firstSentAt: story[0]?.at ?? attempt.sentAt,
    instructionsLost: blind,
    knownToExist: exists,
    confirmedAbsent: clear,
    notFoundCount: misses,
    failedLookups: silences,
    unconfirmedCallback: claim,
    finalAt: settledAt,
    nextLookupAt: askAt,
    activity: story.map(({ at, last, times, what }) => ({
      at,
      lastAt: last,
      count: times,
      ...upgradeActivity(what, attempt.refusal),
    })),
  }
}

type LineFormat = readonly [pattern: RegExp, event: (...parts: string[]) => unknown]

/** The log lines of version 0.1, most specific first. */
const lineFormats: readonly LineFormat[] = [
  [/^sent$/, () => ({ type: 'create_sent' })],
  [/^sent again$/, () => ({ type: 'create_resent' })],
  [/^placed: (.*)$/s, (status) => ({ type: 'create_placed', status })],
  [/^placed, too late to be shown$/, () => ({ type: 'create_placed_late' })],
  [/^create unanswered: (.*)$/s, (cause) => ({ type: 'create_unknown', cause })],
  [/^asked: not found$/, () => ({ type: 'lookup_not_found' })],
  [/^asked: no answer \((.*)\)$/s, (cause) => ({ type: 'lookup_failed', cause })],
  [/^asked: another order under this id$/, () => ({ type: 'lookup_found_other' })],
  [/^asked: (.*)$/s, (status) => ({ type: 'lookup_found', status })],
  [/^callback: (.*) (\S*)$/s, (status, amount) => ({ type: 'callback_received', status, amount })],
  [/^no order was made$/, () => ({ type: 'not_created' })],
  [/^its bytes cannot be opened$/, () => ({ type: 'body_unreadable' })],
  [/^needs review: (.*)$/s, (reason) => ({ type: 'review_opened', reason })],
  [
    /^operator: (\w+): (.*)$/s,
    (act = '', note) => ({ type: 'operator_decided', act: rename(acts, act), note }),
  ],
]

/** A line of the old log as a typed event; as text if it matches none. */
function upgradeActivity(line: string, refusal: z.infer<typeof Refusal>): ActivityEvent {
  if (refusal !== null && line === `refused: ${refusal.label ?? refusal.status}`)
    return { type: 'create_refused', status: refusal.status, label: refusal.label }
  for (const [pattern, event] of lineFormats) {
    const match = pattern.exec(line)
    const parsed = match === null ? null : ActivityEvent.safeParse(event(...match.slice(1)))
    if (parsed?.success === true) return parsed.data
  }
  return { type: 'text', text: line }
}
