import type { Message } from '../traffic/message.ts'

export interface TrafficRow {
  /** The id of its first message, so that a repeated request stays in the same row. */
  id: number
  message: Message
  count: number
}

/** Rows of messages, newest first: repeated requests with the same response are one row. */
export function groupMessages(messages: readonly Message[]): TrafficRow[] {
  const rows: TrafficRow[] = []
  for (const message of messages) {
    // Long polls of the page alternate with lookups of the server.
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
