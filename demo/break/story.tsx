import { dotNames } from './crowd.tsx'
import { clockText, type History } from './history.ts'

interface Props {
  history: History
  payer: number | null
  isExample: boolean
}

/** What happened to one order, by the clock of the simulation. */
export function Story({ history, payer, isExample }: Props) {
  const lines = payer === null ? [] : (history.stories[payer] ?? [])
  const dot = payer === null ? undefined : history.dots[payer]
  return (
    <section class="story" aria-labelledby="story-name">
      <h2 id="story-name">
        {payer === null ? 'The story of an order' : `The story of order ${payer + 1}`}
        {isExample && payer !== null && <small> for example</small>}
      </h2>
      {dot !== undefined && (
        <p class="now">
          <i class={`dot ${dot}`} /> {dotNames[dot]}
        </p>
      )}
      {lines.length === 0 ? (
        <p class="nothing">{payer === null ? 'Press a payer.' : 'Nothing has happened yet.'}</p>
      ) : (
        <ol>
          {[...lines.entries()].map(([index, { at, text, tone, count }]) => (
            <li key={index} class={tone}>
              <time>{clockText(at)}</time> <span>{count > 1 ? `${text}, ${count} times` : text}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
