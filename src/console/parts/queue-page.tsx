import type { ComponentChildren } from 'preact'
import { usePolling } from '../polling.ts'
import type { Route } from '../route.ts'
import { ErrorAlert } from './error-alert.tsx'
import { Head } from './layout.tsx'
import { Pager } from './pager.tsx'
import { Skeleton } from './skeleton.tsx'

interface Props<Item> {
  title: string
  /** What the entries are, and what to do about them. */
  hint: string
  empty: string
  /** The page to show. Set a `key` if it changes. */
  after: string | null
  routeOf(after: string | null): Route
  load(abortSignal: AbortSignal): Promise<{ items: readonly Item[]; next: string | null }>
  card(item: Item, refresh: () => void): ComponentChildren
}

const refreshSeconds = () => 15

/** Entries that wait for an operator, as cards in pages. */
export function QueuePage<Item>({ title, hint, empty, after, routeOf, load, card }: Props<Item>) {
  const polling = usePolling(load, refreshSeconds)
  const page = polling.value.value
  return (
    <>
      <Head title={title} />
      <p class="hint">{hint}</p>
      <ErrorAlert failure={polling.failure.value} onRetry={polling.refresh} />
      {page === null ? (
        <Skeleton failure={polling.failure.value} />
      ) : page.items.length === 0 ? (
        <p class="empty">{empty}</p>
      ) : (
        page.items.map((item) => card(item, polling.refresh))
      )}
      <Pager routeOf={routeOf} after={after} next={page?.next} />
    </>
  )
}
