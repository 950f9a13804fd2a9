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
  const open = state.messages.filter(({ status }) => status === null)
  const busy = (one: Place, other: Place) =>
    open.some(({ from, to }) => (from === one && to === other) || (from === other && to === one))
  return (
    <div class="picture">
      <ol class="places" aria-label="Who takes part">
        <li class="place">{places.page}</li>
        <li class={busy('page', 'server') ? 'wire busy' : 'wire'} aria-hidden="true" />
        <li class={state.serverUp ? 'place' : 'place down'}>
          {state.serverUp ? places.server : 'Merchant server: killed'}
        </li>
        <li class={busy('server', 'service') ? 'wire busy' : 'wire'} aria-hidden="true" />
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
        {(isWhole ? lines : lines.slice(0, atOnce)).map(({ message, times }) => (
          <Line key={message.id} message={message} times={times} />
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
