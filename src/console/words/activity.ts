import { reviewTitle } from './review.ts'

/** Who a happening is between, as the drawing shows it. */
export type Lane = 'to-service' | 'from-service' | 'at-service' | 'to-shop' | 'at-paypane'

export interface ActivityText {
  lane: Lane
  text: string
  /** Something an operator's eye should stop at. */
  warning?: true
}

type LineFormat = [RegExp, (...found: string[]) => ActivityText]

const actionLabels: Record<string, string> = {
  acknowledge: 'seen and dealt with',
  recheck: 'the service is asked again',
  discard: 'the service has no such order',
}

/** Every line that a story may hold, most particular first. */
const lineFormats: readonly LineFormat[] = [
  [/^sent$/, () => ({ lane: 'to-service', text: 'The order was sent to the service.' })],
  [
    /^sent again$/,
    () => ({
      lane: 'to-service',
      text: 'The same order was sent again under the same id: the service had none.',
    }),
  ],
  [
    /^placed: (.*)$/,
    (status) => ({ lane: 'from-service', text: `The service took the order and says ${status}.` }),
  ],
  [
    /^placed, too late to be shown$/,
    () => ({
      lane: 'from-service',
      text: 'The service took the order, too late for its instructions to be shown.',
      warning: true,
    }),
  ],
  [
    /^refused: (.*)$/,
    (label) => ({ lane: 'from-service', text: `The service refused the order: ${label}.`, warning: true }),
  ],
  [
    /^create unanswered: (.*)$/,
    (why) => ({
      lane: 'to-service',
      text: `No answer to rely on (${why}). Whether the order exists is not known.`,
      warning: true,
    }),
  ],
  [
    /^asked: not found$/,
    () => ({ lane: 'from-service', text: 'Asked for the status: the service finds no such order.' }),
  ],
  [
    /^asked: no answer \((.*)\)$/,
    (why) => ({ lane: 'to-service', text: `Asked for the status: no answer (${why}).`, warning: true }),
  ],
  [
    /^asked: another order under this id$/,
    () => ({
      lane: 'from-service',
      text: 'Asked for the status: the service answers with another order.',
      warning: true,
    }),
  ],
  [/^asked: (.*)$/, (status) => ({ lane: 'from-service', text: `Asked for the status: ${status}.` })],
  [
    /^callback: (\S+) (.*)$/,
    (status, amount) => ({ lane: 'from-service', text: `A callback was heard: ${status}, ${amount}.` }),
  ],
  [
    /^needs review: (.*)$/,
    (reason = '') => ({
      lane: 'at-paypane',
      text: `Put before the operator: ${reviewTitle(reason)}.`,
      warning: true,
    }),
  ],
  [
    /^operator: (\w+): ([\s\S]*)$/,
    (act = '', note) => ({
      lane: 'at-paypane',
      text: `The operator: ${actionLabels[act] ?? act}. “${note}”`,
    }),
  ],
  [/^no order was made$/, () => ({ lane: 'at-paypane', text: 'It is certain that no order was made.' })],
  [
    /^its bytes cannot be opened$/,
    () => ({
      lane: 'at-paypane',
      text: 'What was sent cannot be read any more, so it cannot be sent again: is its seal key gone?',
      warning: true,
    }),
  ],
]

/** A line of an attempt's story as a sentence; one that is not known stays as it is. */
export function describeActivity(line: string): ActivityText {
  for (const [pattern, format] of lineFormats) {
    const match = pattern.exec(line)
    if (match !== null) return format(...match.slice(1))
  }
  return { lane: 'at-paypane', text: line }
}
