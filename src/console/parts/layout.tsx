import type { ComponentChildren } from 'preact'
import { hashOf, noFilters, type Route, route } from '../route.ts'
import { signOut } from '../session.ts'

const navItems: readonly { name: string; target: Route; pages: readonly Route['page'][] }[] = [
  { name: 'Checkouts', target: { page: 'checkouts', ...noFilters }, pages: ['checkouts', 'checkout'] },
  { name: 'Payouts', target: { page: 'payouts', ...noFilters }, pages: ['payouts', 'payout', 'new-payout'] },
  { name: 'Callbacks', target: { page: 'callbacks', after: null }, pages: ['callbacks'] },
  { name: 'Balance', target: { page: 'balance', currency: '' }, pages: ['balance'] },
]

/** The header and navigation around every page. */
export function Layout({ children }: { children: ComponentChildren }) {
  const currentPage = route.value.page
  return (
    <>
      <header class="top">
        <a class="brand" href={hashOf({ page: 'checkouts', ...noFilters })}>
          Paypane <span>console</span>
        </a>
        <nav aria-label="Console">
          {navItems.map(({ name, target, pages }) => (
            <a
              key={name}
              href={hashOf(target)}
              aria-current={pages.includes(currentPage) ? 'page' : undefined}
            >
              {name}
            </a>
          ))}
        </nav>
        <button type="button" class="button-secondary" onClick={() => signOut()}>
          Sign out
        </button>
      </header>
      <main>{children}</main>
    </>
  )
}
