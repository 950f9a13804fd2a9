import type { Message } from '../traffic/message.ts'

export interface TrafficRow {
  /** Of its first message: it stays the same line when the question is asked again. */
  id: number
  /** The newest. */
  message: Message
  count: number
}

/** Messages for the eye, newest first: the same question with the same answer, over and over, is one line. */
export function groupMessages(messages: readonly Message[]): TrafficRow[] {
  const rows: TrafficRow[] = []
  for (const message of messages) {
    // A held question of the page lies between two of the server's, and the other way round.
    const previous = rows.slice(-2).find((row) => isRepeat(row.message, message))
    if (previous) {
      previous.message = message
      previous.count += 1
    } else rows.push({ id: message.id, message, count: 1 })
  }
  return rows.reverse()
}

const isRepeat = (a: Message, b: Message): boolean =>
  a.method === 'GET' &&
  b.method === 'GET' &&
  a.path === b.path &&
  a.from === b.from &&
  a.status === b.status &&
  JSON.stringify(a.response) === JSON.stringify(b.response)
