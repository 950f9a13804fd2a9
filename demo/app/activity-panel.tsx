import { useState } from 'preact/hooks'
import { activityRows, statusSentence } from './activity-rows.ts'
import type { DemoState } from './demo-state.ts'

const sourceNames = {
  server: 'Merchant server',
  service: 'Payments service',
  callback: 'Callback',
  merchant: 'Event to the merchant',
} as const

const initialCount = 12

/** The activity of this order, as an operator sees it. */
export function ActivityPanel({ state: { detail } }: { state: DemoState }) {
  const [showAll, setShowAll] = useState(false)
  if (!detail) return <p class="empty">No activity yet.</p>
  const rows = activityRows(detail)
  return (
    <div class="activity">
      <p class="status-sentence">{statusSentence(detail)}</p>
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
        <button type="button" class="button-plain earlier" onClick={() => setShowAll(true)}>
          Earlier
        </button>
      )}
    </div>
  )
}
