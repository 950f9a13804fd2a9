import type { Message } from '../wire/message.ts'

export interface Line {
  /** Of its first message: it stays the same line when the question is asked again. */
  id: number
  /** The newest. */
  message: Message
  times: number
}

/** Messages for the eye, newest first: the same question with the same answer, over and over, is one line. */
export function folded(messages: readonly Message[]): Line[] {
  const lines: Line[] = []
  for (const message of messages) {
    // A held question of the page lies between two of the server's, and the other way round.
    const last = lines.slice(-2).find((line) => isSame(line.message, message))
    if (last) {
      last.message = message
      last.times += 1
    } else lines.push({ id: message.id, message, times: 1 })
  }
  return lines.reverse()
}

const isSame = (one: Message, other: Message): boolean =>
  one.method === 'GET' &&
  other.method === 'GET' &&
  one.path === other.path &&
  one.from === other.from &&
  one.status === other.status &&
  JSON.stringify(one.response) === JSON.stringify(other.response)
