import type { Message } from '../wire/message.ts'

/** Messages for the eye, newest first: the same question with the same answer, over and over, is one line. */
export function folded(messages: readonly Message[]): { message: Message; times: number }[] {
  const lines: { message: Message; times: number }[] = []
  for (const message of messages) {
    // A held question of the page lies between two of the server's, and the other way round.
    const last = lines.slice(-2).find((line) => isSame(line.message, message))
    if (last) {
      last.message = message
      last.times += 1
    } else lines.push({ message, times: 1 })
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
