import { useState } from 'preact/hooks'
import type { Message, Participant } from '../traffic/message.ts'
import type { DemoState } from './demo-state.ts'
import { isForged, messageLabel } from './message-labels.ts'
import { groupMessages } from './traffic-rows.ts'

const participantNames: Record<Participant, string> = {
  page: 'Page',
  server: 'Merchant server',
  service: 'Payments service',
}

const initialCount = 12

/** All messages of this order, newest first and redacted. */
export function TrafficPanel({ state }: { state: DemoState }) {
  const [showAll, setShowAll] = useState(false)
  const rows = groupMessages(state.messages)
  return (
    <div class="traffic">
      {rows.length === 0 && <p class="empty">No messages about this order yet.</p>}
      <ol class="messages">
        {(showAll ? rows : rows.slice(0, initialCount)).map(({ id, message, count }) => (
          <TrafficRow key={id} message={message} count={count} />
        ))}
      </ol>
      {rows.length > initialCount && !showAll && (
        <button type="button" class="button-plain earlier" onClick={() => setShowAll(true)}>
          Earlier messages
        </button>
      )}
    </div>
  )
}

function TrafficRow({ message, count }: { message: Message; count: number }) {
  const { from, to, method, path, status, ms } = message
  const side = from === 'page' || to === 'page' ? 'left' : 'right'
  const isError = status === 'disconnected' || (typeof status === 'number' && status >= 400)
  const tone = isError ? 'error' : typeof status === 'number' ? 'success' : 'pending'
  return (
    <li class={`message ${side} ${tone}`}>
      <details>
        <summary>
          <span class="route">
            {isForged(message) ? 'Stranger' : participantNames[from]} → {participantNames[to]}
          </span>
          <span class="summary">{messageLabel(message)}</span>
          <span class="response">
            {status ?? 'waiting…'}
            {count > 1 && ` × ${count}`}
            {ms !== null && <small>{ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`}</small>}
          </span>
        </summary>
        <p class="full">
          <code>
            {method} {path}
          </code>
        </p>
        {message.request !== null && <Body name="Request" value={message.request} />}
        {message.response !== null && <Body name="Response" value={message.response} />}
      </details>
    </li>
  )
}

function Body({ name, value }: { name: string; value: unknown }) {
  return (
    <div class="body">
      <h4>{name}</h4>
      <pre>{typeof value === 'string' ? value : JSON.stringify(value, null, 2)}</pre>
    </div>
  )
}
