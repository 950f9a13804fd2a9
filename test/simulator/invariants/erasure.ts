import type { Attempt, Entry } from '../../../src/server/rules/model.ts'

/** What says whose an attempt is, or was written about its payer. Ids, amounts and states stay. */
const personalOf = ({ customer, card, payTo, refusal, history, claims, review, activity }: Attempt) => [
  customer,
  ...Object.values(card ?? {}),
  ...Object.values(payTo ?? {}),
  refusal?.message,
  ...history.map(({ action }) => action),
  ...claims.flatMap(({ content, receipts }) => [content, ...receipts.map(({ id }) => id)]),
  ...claims.map(({ resolved }) => (resolved?.state === 'declined' ? resolved.text : null)),
  review?.resolved?.by === 'operator' ? review.resolved.note : null,
  ...activity.map((item) => (item.type === 'operator_decided' ? item.note : null)),
]

function personalOfEntry(entry: Entry) {
  if (entry.kind === 'checkout') return [entry.customer, ...entry.refunds.map(({ note }) => note)]
  const { destination, request, approvals } = entry
  const fields = destination?.fields.map(({ value }) => value) ?? []
  const notes = approvals.flatMap(({ note, decided }) => [note, decided?.note])
  return [...fields, ...(destination?.fingerprints ?? []), request.body, ...notes]
}

/** Rule 19: of what is erased nothing says whose it was, whatever is written later. Returns what still does. */
export function keptPersonalData(entry: Entry): string[] {
  const isErased = entry.erasedAt !== null
  const erased = entry.attempts.filter(({ erasedAt }) => isErased || erasedAt !== null)
  const texts = [...erased.flatMap(personalOf), ...(isErased ? personalOfEntry(entry) : [])]
  return texts.flatMap((text) => (text == null || text === '[erased]' ? [] : [text]))
}
