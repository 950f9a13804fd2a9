import { useState } from 'preact/hooks'
import type { DemoState } from './demo-state.ts'
import { formatAmount } from './money.ts'
import { storyOf, storyParts } from './story.ts'
import { TrafficPanel } from './traffic-panel.tsx'
import { fill, type Words } from './words/en.ts'

interface Props {
  state: DemoState
  words: Words
  locale: string
}

/** The story of this order by actor, or the HTTP messages behind it. */
export function StoryPanel({ state, words, locale }: Props) {
  const [showHttp, setShowHttp] = useState(false)
  const parts = storyParts(storyOf(state.messages, state.events, words))
  return (
    <div class="story">
      <div class="story-head">
        {state.balance && <Balance balance={state.balance} words={words} locale={locale} />}
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
          {parts.map(({ actor, lines }) => (
            <li key={lines[0]?.id} class={actor}>
              <strong class="actor">{words[actor]}</strong>
              {lines.map(({ id, text, tone, count }) => (
                <p key={id} class={tone}>
                  {text}
                  {count > 1 && <small> {fill(words.times, { count })}</small>}
                </p>
              ))}
            </li>
          ))}
        </ol>
      )}
      {!showHttp && parts.length === 0 && <p class="empty">{words.nothing}</p>}
    </div>
  )
}

interface BalanceProps {
  balance: NonNullable<DemoState['balance']>
  words: Words
  locale: string
}

const Balance = ({ balance, words, locale }: BalanceProps) => (
  <p class="balance">
    {words.balance} <strong>{formatAmount(balance.merchantBalance, balance.currency, locale)}</strong>
    {` · ${words.processing} `}
    <strong>{formatAmount(balance.pipelineProcessingOrdersDeposit, balance.currency, locale)}</strong>
  </p>
)
