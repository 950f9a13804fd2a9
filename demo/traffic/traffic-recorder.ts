import type { Message, Participant } from './message.ts'
import { redact, redactPath } from './redact.ts'

type Send = (request: Request) => Promise<Response>

/** Records requests and responses without changing them. */
export interface TrafficRecorder {
  /** Receives every message when it is sent and again with its response; earlier ones at once. */
  subscribe(listener: (message: Message) => void): () => void
  record(from: Participant, to: Participant, send: Send): Send
}

const maxMessages = 400

export function createTrafficRecorder(): TrafficRecorder {
  const listeners = new Set<(message: Message) => void>()
  const messages = new Map<number, Message>()
  // Unlike those before a restart, which a page that stays open still has.
  let lastId = Date.now()

  const publish = (message: Message) => {
    messages.set(message.id, message)
    const [oldest] = messages.keys()
    if (messages.size > maxMessages && oldest !== undefined) messages.delete(oldest)
    for (const listener of listeners) listener(message)
  }

  return {
    subscribe(listener) {
      for (const message of messages.values()) listener(message)
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    record: (from, to, send) => async (request) => {
      const url = new URL(request.url)
      const requestBody = parseJson(await request.clone().text())
      const message: Message = {
        id: ++lastId,
        at: Date.now(),
        from,
        to,
        method: request.method,
        path: redactPath(url),
        request: redact(requestBody),
        status: null,
        response: null,
        ms: null,
        ids: [...idsIn(requestBody), ...decodeURIComponent(url.pathname).split('/')],
      }
      publish(message)
      try {
        const response = await send(request)
        const responseBody = parseJson(await response.clone().text())
        publish({
          ...message,
          status: response.status,
          response: redact(responseBody),
          ms: Date.now() - message.at,
          ids: [...message.ids, ...idsIn(responseBody)],
        })
        return response
      } catch (error) {
        publish({
          ...message,
          status: request.signal.aborted ? 'aborted' : 'disconnected',
          ms: Date.now() - message.at,
        })
        throw error
      }
    },
  }
}

function parseJson(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text)
  } catch {
    return text.length > 200 ? `${text.slice(0, 200)}…` : text
  }
}

const idKeys = ['order', 'id', 'externalId', 'externalTransactionId']

function idsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
  return Object.entries(value).flatMap(([key, member]) =>
    idKeys.includes(key) && typeof member === 'string' ? [member] : [],
  )
}
