import type { Message, Place } from './message.ts'
import { redacted, redactedPath } from './redact.ts'

type Send = (request: Request) => Promise<Response>

/** Hears what passes between two places, without changing it. */
export interface Tap {
  /** Every message twice: when it leaves, and when it was answered. Earlier ones come at once. */
  watch(listener: (message: Message) => void): () => void
  between(from: Place, to: Place, send: Send): Send
}

const remembered = 400

export function createTap(): Tap {
  const listeners = new Set<(message: Message) => void>()
  const messages = new Map<number, Message>()
  let made = 0

  const tell = (message: Message) => {
    messages.set(message.id, message)
    const [oldest] = messages.keys()
    if (messages.size > remembered && oldest !== undefined) messages.delete(oldest)
    for (const listener of listeners) listener(message)
  }

  return {
    watch(listener) {
      for (const message of messages.values()) listener(message)
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    between: (from, to, send) => async (request) => {
      const address = new URL(request.url)
      const asked = jsonOf(await request.clone().text())
      const message: Message = {
        id: ++made,
        at: Date.now(),
        from,
        to,
        method: request.method,
        path: redactedPath(address),
        request: redacted(asked),
        status: null,
        response: null,
        ms: null,
        names: [...namesIn(asked), ...decodeURIComponent(address.pathname).split('/')],
      }
      tell(message)
      try {
        const response = await send(request)
        const answered = jsonOf(await response.clone().text())
        tell({
          ...message,
          status: response.status,
          response: redacted(answered),
          ms: Date.now() - message.at,
          names: [...message.names, ...namesIn(answered)],
        })
        return response
      } catch (error) {
        tell({
          ...message,
          status: request.signal.aborted ? 'withdrawn' : 'broken',
          ms: Date.now() - message.at,
        })
        throw error
      }
    },
  }
}

function jsonOf(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text)
  } catch {
    return text.length > 200 ? `${text.slice(0, 200)}…` : text
  }
}

const named = ['order', 'id', 'externalId', 'externalTransactionId']

function namesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
  return Object.entries(value).flatMap(([key, member]) =>
    named.includes(key) && typeof member === 'string' ? [member] : [],
  )
}
