import { useState } from 'preact/hooks'
import type { Message, Place } from '../wire/message.ts'
import { answerWords, messageWords } from './message-words.ts'
import { formatAmount } from './money.ts'
import { folded } from './picture-lines.ts'
import type { PlayState } from './play.ts'

const places: Record<Place, string> = { page: 'Page', server: 'Merchant server', service: 'Payments service' }

const atOnce = 12

/** Who says what to whom, newest first: each message as it passes, redacted as in life. */
export function Picture({ state }: { state: PlayState }) {
  const [isWhole, setIsWhole] = useState(false)
  const lines = folded(state.messages)
  return (
    <div class="picture">
      <ol class="places" aria-label="Who takes part">
        <li class="place">{places.page}</li>
        <Wire messages={state.messages} end="page" />
        <li class={state.serverUp ? 'place' : 'place down'}>
          {state.serverUp ? places.server : 'Server killed'}
        </li>
        <Wire messages={state.messages} end="service" />
        <li class="place">{places.service}</li>
      </ol>
      {state.balance && (
        <p class="balance">
          Merchant balance{' '}
          <strong>{formatAmount(state.balance.merchantBalance, state.balance.currency, 'en')}</strong>
          {' · on its way '}
          <strong>
            {formatAmount(state.balance.pipelineProcessingOrdersDeposit, state.balance.currency, 'en')}
          </strong>
        </p>
      )}
      {lines.length === 0 && <p class="none">Nothing has been said about this order yet.</p>}
      <ol class="messages">
        {(isWhole ? lines : lines.slice(0, atOnce)).map(({ id, message, times }) => (
          <Line key={id} message={message} times={times} />
        ))}
      </ol>
      {lines.length > atOnce && !isWhole && (
        <button type="button" class="plain earlier" onClick={() => setIsWhole(true)}>
          Earlier messages
        </button>
      )}
    </div>
  )
}

/** The way between the server and one of its ends; each message runs along it once. */
function Wire({ messages, end }: { messages: readonly Message[]; end: 'page' | 'service' }) {
  const last = messages.findLast(({ from, to }) => from === end || to === end)
  const isRightward = last?.to === 'service' || last?.from === 'page'
  return (
    <li class="wire" aria-hidden="true">
      {last && <i key={last.id} class={isRightward ? 'there' : 'back'} />}
    </li>
  )
}

function Line({ message, times }: { message: Message; times: number }) {
  const { from, to, method, path, status, ms } = message
  const side = from === 'page' || to === 'page' ? 'left' : 'right'
  const isBad = status === 'broken' || (typeof status === 'number' && status >= 400)
  const tone = isBad ? 'bad' : typeof status === 'number' ? 'good' : 'open'
  return (
    <li class={`message ${side} ${tone}`}>
      <details>
        <summary>
          <span class="ends">
            {places[from]} → {places[to]}
          </span>
          <span class="what">{messageWords(message)}</span>
          <span class="answer">
            {answerWords(message)}
            {times > 1 && ` × ${times}`}
            {ms !== null && <small>{ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`}</small>}
          </span>
        </summary>
        <p class="full">
          <code>
            {method} {path}
          </code>
        </p>
        {message.request !== null && <Body name="Asked" value={message.request} />}
        {message.response !== null && <Body name="Answered" value={message.response} />}
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
