import { titleOf } from './review.ts'

/** Who a happening is between, as the drawing shows it. */
export type Lane = 'to-service' | 'from-service' | 'at-service' | 'to-shop' | 'at-paypane'

export interface Said {
  lane: Lane
  words: string
  /** Something an operator's eye should stop at. */
  care?: true
}

type Reading = [RegExp, (...found: string[]) => Said]

const acts: Record<string, string> = {
  acknowledge: 'seen and dealt with',
  ask: 'the service is asked again',
  drop: 'the service has no such order',
}

/** Every line that a story may hold, most particular first. */
const readings: readonly Reading[] = [
  [/^sent$/, () => ({ lane: 'to-service', words: 'The order was sent to the service.' })],
  [
    /^sent again$/,
    () => ({
      lane: 'to-service',
      words: 'The same order was sent again under the same id: the service had none.',
    }),
  ],
  [
    /^placed: (.*)$/,
    (status) => ({ lane: 'from-service', words: `The service took the order and says ${status}.` }),
  ],
  [
    /^placed, too late to be shown$/,
    () => ({
      lane: 'from-service',
      words: 'The service took the order, too late for its instructions to be shown.',
      care: true,
    }),
  ],
  [
    /^refused: (.*)$/,
    (label) => ({ lane: 'from-service', words: `The service refused the order: ${label}.`, care: true }),
  ],
  [
    /^create unanswered: (.*)$/,
    (why) => ({
      lane: 'to-service',
      words: `No answer to rely on (${why}). Whether the order exists is not known.`,
      care: true,
    }),
  ],
  [
    /^asked: not found$/,
    () => ({ lane: 'from-service', words: 'Asked for the status: the service finds no such order.' }),
  ],
  [
    /^asked: no answer \((.*)\)$/,
    (why) => ({ lane: 'to-service', words: `Asked for the status: no answer (${why}).`, care: true }),
  ],
  [
    /^asked: another order under this id$/,
    () => ({
      lane: 'from-service',
      words: 'Asked for the status: the service answers with another order.',
      care: true,
    }),
  ],
  [/^asked: (.*)$/, (status) => ({ lane: 'from-service', words: `Asked for the status: ${status}.` })],
  [
    /^callback: (\S+) (.*)$/,
    (status, amount) => ({ lane: 'from-service', words: `A callback was heard: ${status}, ${amount}.` }),
  ],
  [
    /^needs review: (.*)$/,
    (reason = '') => ({
      lane: 'at-paypane',
      words: `Put before the operator: ${titleOf(reason)}.`,
      care: true,
    }),
  ],
  [
    /^operator: (\w+): ([\s\S]*)$/,
    (act = '', note) => ({ lane: 'at-paypane', words: `The operator: ${acts[act] ?? act}. “${note}”` }),
  ],
  [/^no order was made$/, () => ({ lane: 'at-paypane', words: 'It is certain that no order was made.' })],
  [
    /^its bytes cannot be opened$/,
    () => ({
      lane: 'at-paypane',
      words: 'What was sent cannot be read any more, so it cannot be sent again: is its seal key gone?',
      care: true,
    }),
  ],
]

/** A line of an attempt's story as a sentence; one that is not known stays as it is. */
export function storyWords(line: string): Said {
  for (const [pattern, say] of readings) {
    const found = pattern.exec(line)
    if (found !== null) return say(...found.slice(1))
  }
  return { lane: 'at-paypane', words: line }
}
