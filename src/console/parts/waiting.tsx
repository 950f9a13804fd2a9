import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

interface Props {
  title: string
  count: number
  hasMore: boolean
  unreadable: readonly string[] | undefined
  /** The link to the others, if there are more. */
  more: ComponentChildren
  /** The entries. */
  children: ComponentChildren
}

/** The first of the entries that wait for an operator; nothing if there are none. */
export function Waiting({ title, count, hasMore, unreadable, more, children }: Props) {
  const id = useId()
  if (count === 0 && !unreadable) return null
  return (
    <section class="card for-review" aria-labelledby={id}>
      <h2 id={id}>
        {title} <span class="count">{hasMore ? `${count}+` : count}</span>
      </h2>
      {count > 0 && children}
      <PutAside ids={unreadable} />
      {more && <p class="pager">{more}</p>}
    </section>
  )
}

/** Entries that cannot be read, which are put aside: nothing about them is known but their ids. */
export function PutAside({ ids = [] }: { ids: readonly string[] | undefined }) {
  if (ids.length === 0) return null
  return (
    <div class="empty put-aside">
      <p>
        {ids.length === 1 ? 'One entry' : `${ids.length} entries`} cannot be read and{' '}
        {ids.length === 1 ? 'is' : 'are'} put aside: damaged, or written by a newer version of Paypane.
        Nothing else is delayed. During an upgrade this passes by itself. Otherwise repair the row in the
        database, or restore it from a backup; the log names the reason.
      </p>
      <ul>
        {ids.map((id) => (
          <li key={id}>
            <code>{id}</code>
          </li>
        ))}
      </ul>
    </div>
  )
}
