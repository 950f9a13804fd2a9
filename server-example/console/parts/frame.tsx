import type { ComponentChildren } from 'preact'
import { everything, hashOf, type Route, route } from '../route.ts'
import { signOut } from '../session.ts'

const places: readonly { name: string; to: Route; pages: readonly Route['page'][] }[] = [
  { name: 'Checkouts', to: { page: 'checkouts', ...everything }, pages: ['checkouts', 'checkout'] },
  { name: 'Payouts', to: { page: 'payouts', ...everything }, pages: ['payouts', 'payout', 'new-payout'] },
  { name: 'Balance', to: { page: 'balance', currency: '' }, pages: ['balance'] },
]

/** What stays on every page of a session. */
export function Frame({ children }: { children: ComponentChildren }) {
  const here = route.value.page
  return (
    <>
      <header class="top">
        <a class="brand" href={hashOf({ page: 'checkouts', ...everything })}>
          Paypane <span>console</span>
        </a>
        <nav aria-label="Console">
          {places.map(({ name, to, pages }) => (
            <a key={name} href={hashOf(to)} aria-current={pages.includes(here) ? 'page' : undefined}>
              {name}
            </a>
          ))}
        </nav>
        <button type="button" class="quiet" onClick={() => signOut()}>
          Sign out
        </button>
      </header>
      <main>{children}</main>
    </>
  )
}
