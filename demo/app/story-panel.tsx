import { useState } from 'preact/hooks'
import type { DemoState } from './demo-state.ts'
import { formatAmount } from './money.ts'
import { storyOf } from './story.ts'
import { TrafficPanel } from './traffic-panel.tsx'

/** The story of this order as sentences, or as the HTTP messages behind them. */
export function StoryPanel({ state }: { state: DemoState }) {
  const [showHttp, setShowHttp] = useState(false)
  const story = storyOf(state.messages, state.events)
  return (
    <div class="story">
      <div class="story-head">
        {state.balance && <Balance balance={state.balance} />}
        <label class="http-switch">
          <input
            type="checkbox"
            checked={showHttp}
            onChange={({ currentTarget }) => setShowHttp(currentTarget.checked)}
          />
          HTTP
        </label>
      </div>
      {showHttp ? (
        <TrafficPanel state={state} />
      ) : (
        <ol class="story-lines">
          {story.map(({ id, text, tone, count }) => (
            <li key={id} class={tone}>
              {text}
              {count > 1 && <small> {count} times</small>}
            </li>
          ))}
        </ol>
      )}
      {!showHttp && story.length === 0 && <p class="empty">Nothing has happened to this order yet.</p>}
    </div>
  )
}

function Balance({ balance }: { balance: NonNullable<DemoState['balance']> }) {
  return (
    <p class="balance">
      Merchant balance <strong>{formatAmount(balance.merchantBalance, balance.currency, 'en')}</strong>
      {' · processing '}
      <strong>{formatAmount(balance.pipelineProcessingOrdersDeposit, balance.currency, 'en')}</strong>
    </p>
  )
}
