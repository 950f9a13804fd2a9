import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type { PayoutList } from '../../contract/index.ts'
import { actionCount } from '../api.ts'
import { usePolling } from '../polling.ts'
import { hashOf, noFilters, type Route, route } from '../route.ts'
import { mayDo, type Session, signOut } from '../session.ts'
import { needsReview } from '../texts/review.ts'

type Counts = Record<'checkouts' | 'payouts' | 'events' | 'callbacks', string>
const notCounted = '?'

const navItems: readonly {
  name: string
  target: Route
  pages: readonly Route['page'][]
  /** The number beside the name. */
  count?: { of: keyof Counts; label: string }
}[] = [
  {
    name: 'Checkouts',
    target: { page: 'checkouts', ...noFilters },
    pages: ['checkouts', 'checkout'],
    count: { of: 'checkouts', label: 'wait for a decision' },
  },
  {
    name: 'Payouts',
    target: { page: 'payouts', ...noFilters },
    pages: ['payouts', 'payout', 'new-payout'],
    count: { of: 'payouts', label: 'need review or approval' },
  },
  {
    name: 'Events',
    target: { page: 'events', ...noFilters },
    pages: ['events'],
    count: { of: 'events', label: 'failing' },
  },
  {
    name: 'Callbacks',
    target: { page: 'callbacks', after: null },
    pages: ['callbacks'],
    count: { of: 'callbacks', label: 'need review' },
  },
  { name: 'Reconciliation', target: { page: 'reconciliation' }, pages: ['reconciliation'] },
  { name: 'Report', target: { page: 'report', from: null, to: null }, pages: ['report'] },
  { name: 'Audit', target: { page: 'audit', from: null, to: null }, pages: ['audit'] },
  { name: 'Balance', target: { page: 'balance', currency: '' }, pages: ['balance'] },
]

const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** On a phone the navigation scrolls. */
const scrollTo = (link: Element | null) => link?.scrollIntoView({ block: 'nearest', inline: 'center' })

/** The header and navigation around every page. */
export function Layout({ session, children }: { session: Session; children: ComponentChildren }) {
  const currentPage = route.value.page
  const polling = usePolling((abortSignal) => countOpen(session, abortSignal), 30)
  const counts = polling.value.value
  useEffect(
    () =>
      actionCount.subscribe((count) => {
        if (count > 0) polling.refresh()
      }),
    [polling],
  )
  return (
    <>
      <header class="top">
        <a class="brand" href={hashOf({ page: 'checkouts', ...noFilters })}>
          Paypane <span>console</span>
        </a>
        <nav aria-label="Console">
          {navItems.map(({ name, target, pages, count }) => (
            <a
              key={name}
              href={hashOf(target)}
              {...(pages.includes(currentPage) && { 'aria-current': 'page', ref: scrollTo })}
            >
              {name}{' '}
              {count && (
                <span class="count">
                  {counts && counts[count.of] !== '' && (
                    <>
                      {counts[count.of]}{' '}
                      <span class="visually-hidden">
                        {counts[count.of] === notCounted ? 'could not be counted' : count.label}
                      </span>
                    </>
                  )}
                </span>
              )}
            </a>
          ))}
        </nav>
        <span class="operator" title={session.operator.scopes.join(', ')}>
          {session.operator.name}
        </span>
        <button type="button" class="button-secondary" onClick={() => signOut()}>
          Sign out
        </button>
      </header>
      <main>{children}</main>
      <footer class="hint">All times are in your time zone, {timeZone}.</footer>
    </>
  )
}

/** How many entries need an operator, counted on the first page of each list; empty for zero, `?` where it is not known. */
async function countOpen(session: Session, abortSignal: AbortSignal): Promise<Counts> {
  const { api } = session
  if (!mayDo(session, 'read')) return { checkouts: '', payouts: '', events: '', callbacks: '' }
  const review = { ...noFilters, review: true }
  const [checkouts, claims, payouts, approvals, events, unmatched] = await Promise.allSettled([
    api.checkouts(review, abortSignal),
    api.claims(abortSignal),
    api.payouts(review, abortSignal),
    api.payouts({ ...noFilters, status: 'awaiting_approval' }, abortSignal),
    api.events({ ...noFilters, status: 'failing' }, abortSignal),
    api.unmatchedCallbacks(null, abortSignal),
  ])
  const referencesOf = ({ payouts: list }: PayoutList) => list.map(({ reference }) => reference)
  return {
    checkouts: countText(
      counted(checkouts, ({ checkouts: list }) => list.map(({ id }) => id)),
      counted(claims, ({ claims: list }) => list.map(({ claim }) => claim.number)),
    ),
    payouts: countText(counted(payouts, referencesOf), counted(approvals, referencesOf)),
    events: countText(counted(events, ({ events: list }) => list.map(({ id }) => id))),
    callbacks: countText(
      counted(unmatched, ({ callbacks }) => callbacks.filter(needsReview).map(({ id }) => id)),
    ),
  }
}

/** What is counted in a first page; null: the page could not be loaded. */
type Counted = { ids: string[]; hasMore: boolean } | null

/** What cannot be read waits, too. */
const counted = <T extends { next: string | null; unreadable?: string[] | undefined }>(
  page: PromiseSettledResult<T>,
  idsOf: (page: T) => string[],
): Counted =>
  page.status === 'fulfilled'
    ? { ids: [...idsOf(page.value), ...(page.value.unreadable ?? [])], hasMore: page.value.next !== null }
    : null

/** A list that could not be loaded, or has more pages, makes the number one of at least so many. */
function countText(...lists: Counted[]): string {
  const count = new Set(lists.flatMap((list) => list?.ids ?? [])).size
  const isAtLeast = lists.some((list) => list?.hasMore ?? true)
  if (count === 0) return isAtLeast ? notCounted : ''
  return isAtLeast ? `${count}+` : String(count)
}

interface HeadProps {
  title: string
  /** Default: the title. */
  heading?: string
  /** The list that the page belongs to. */
  list?: 'Checkouts' | 'Payouts'
  /** What the page offers. */
  children?: ComponentChildren
}

/** The page's heading. It takes the focus, so that a screen reader announces the page. */
export function Head({ title, heading = title, list, children }: HeadProps) {
  const h1 = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    document.title = `${title} · Paypane console`
    h1.current?.focus()
  }, [title])
  return (
    <div class="head">
      {list && (
        <a href={hashOf({ page: list === 'Payouts' ? 'payouts' : 'checkouts', ...noFilters })}>{list}</a>
      )}
      <h1 ref={h1} tabIndex={-1}>
        {heading}
      </h1>
      {children}
    </div>
  )
}
