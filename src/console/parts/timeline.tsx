import type { TimelineItem } from '../timeline.ts'
import { Timestamp } from './timestamp.tsx'

/** The messages between shop, Paypane and service: an arrow and a sentence each. */
export function Timeline({ items, attempts }: { items: readonly TimelineItem[]; attempts: number }) {
  return (
    <section class="card" aria-labelledby="timeline">
      <h2 id="timeline">Timeline</h2>
      <div class="lanes" aria-hidden="true">
        <span>Shop</span>
        <span>Paypane</span>
        <span>Service</span>
      </div>
      <ol class="timeline">
        {items.map((item) => (
          <li
            key={item.id}
            class={[
              item.lane,
              item.warning && 'warning',
              item.sameSecond && 'same-second',
              item.pending && 'pending',
            ]
              .filter(Boolean)
              .join(' ')}
          >
            <i aria-hidden="true" />
            <p>
              {!item.sameSecond && (
                <span class="when">
                  {item.at !== null && <Timestamp time={item.at} />}
                  {item.elapsed !== '' && ` · ${item.elapsed} later`}
                  {attempts > 1 && ` · attempt ${item.attempt}`}
                </span>
              )}
              {item.text} {item.code !== null && <code>{item.code}</code>}
            </p>
          </li>
        ))}
      </ol>
      {items.length === 0 && <p class="empty">Nothing has happened yet.</p>}
    </section>
  )
}
