import { useState } from 'preact/hooks'
import { activityRows, statusSentence } from './activity-rows.ts'
import type { DemoState } from './demo-state.ts'

const sourceNames = {
  server: 'Merchant server',
  service: 'Payments service',
  callback: 'Callback',
  merchant: 'The merchant is told',
} as const

const initialCount = 12

/** What an operator would read about this order. */
export function ActivityPanel({ state: { detail } }: { state: DemoState }) {
  const [showAll, setShowAll] = useState(false)
  if (!detail) return <p class="none">There is no story yet.</p>
  const rows = activityRows(detail)
  return (
    <div class="story">
      <p class="standing">{statusSentence(detail)}</p>
      <ol>
        {(showAll ? rows : rows.slice(0, initialCount)).map((row) => (
          <li key={`${row.at}${row.text}${row.code}`} class={row.source}>
            <time dateTime={row.at}>{new Date(row.at).toLocaleTimeString('en-GB')}</time>
            <p>
              <small>{sourceNames[row.source]}</small>
              {row.text}
              {row.code && <code>{row.code}</code>}
            </p>
          </li>
        ))}
      </ol>
      {rows.length > initialCount && !showAll && (
        <button type="button" class="plain earlier" onClick={() => setShowAll(true)}>
          Earlier
        </button>
      )}
    </div>
  )
}
