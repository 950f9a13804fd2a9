import { useState } from 'preact/hooks'
import type { PlayState } from './play.ts'
import { standing, storyLines } from './story-lines.ts'

const who = {
  server: 'Merchant server',
  service: 'Payments service',
  callback: 'Callback',
  merchant: 'The merchant is told',
} as const

const atOnce = 12

/** What an operator would read about this order. */
export function StoryPanel({ state: { story } }: { state: PlayState }) {
  const [isWhole, setIsWhole] = useState(false)
  if (!story) return <p class="none">There is no story yet.</p>
  const lines = storyLines(story)
  return (
    <div class="story">
      <p class="standing">{standing(story)}</p>
      <ol>
        {(isWhole ? lines : lines.slice(0, atOnce)).map((line) => (
          <li key={`${line.at}${line.words}${line.code}`} class={line.who}>
            <time dateTime={line.at}>{new Date(line.at).toLocaleTimeString('en-GB')}</time>
            <p>
              <small>{who[line.who]}</small>
              {line.words}
              {line.code && <code>{line.code}</code>}
            </p>
          </li>
        ))}
      </ol>
      {lines.length > atOnce && !isWhole && (
        <button type="button" class="plain earlier" onClick={() => setIsWhole(true)}>
          Earlier
        </button>
      )}
    </div>
  )
}
