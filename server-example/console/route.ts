import { type Signal, signal } from '@preact/signals'
import { PayoutStatus, Status } from 'paypane/contract'

/** What a list is narrowed to. `after`: the cursor of its page. */
export interface Narrowing {
  status: string | null
  review: boolean
  search: string
  after: string | null
}

/** Where the operator is. It is all in the address after `#`, so that links and the browser's way back work. */
export type Route =
  | ({ page: 'checkouts' } & Narrowing)
  | { page: 'checkout'; id: string }
  | ({ page: 'payouts' } & Narrowing)
  | { page: 'new-payout' }
  | { page: 'payout'; reference: string }
  | { page: 'balance'; currency: string }

export const everything: Narrowing = { status: null, review: false, search: '', after: null }

const statuses: Record<string, readonly string[]> = {
  checkouts: Status.options,
  payouts: PayoutStatus.options,
}

/** What an address says; anything unknown is the list of checkouts. */
export function readRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?')
  const [page, name] = path.split('/', 2).map(decoded)
  const asked = new URLSearchParams(query)
  if (page === 'checkouts' && name) return { page: 'checkout', id: name }
  if (page === 'payouts' && name) return { page: 'payout', reference: name }
  if (page === 'new-payout') return { page }
  if (page === 'balance') return { page, currency: asked.get('currency') ?? '' }
  const list = page === 'payouts' ? page : 'checkouts'
  const status = asked.get('status')
  return {
    page: list,
    status: status !== null && statuses[list]?.includes(status) ? status : null,
    review: asked.get('review') === 'needed',
    search: asked.get('search') ?? '',
    after: asked.get('after'),
  }
}

/** The address of a route. */
export function hashOf(route: Route): string {
  switch (route.page) {
    case 'checkout':
      return `#/checkouts/${encodeURIComponent(route.id)}`
    case 'payout':
      return `#/payouts/${encodeURIComponent(route.reference)}`
    case 'new-payout':
      return '#/new-payout'
    case 'balance':
      return `#/balance${queryOf({ currency: route.currency })}`
    default: {
      const { status, review, search, after } = route
      return `#/${route.page}${queryOf({ status, review: review ? 'needed' : null, search, after })}`
    }
  }
}

function queryOf(values: Record<string, string | null>): string {
  const given = Object.entries(values).filter((pair): pair is [string, string] => Boolean(pair[1]))
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** The route that the window is at. */
export const route: Signal<Route> = signal(readRoute(''))

export function followAddress(): void {
  const read = (): void => {
    route.value = readRoute(location.hash)
  }
  read()
  addEventListener('hashchange', read)
}

/** At once: the window tells of a new address only later, when the operator may have gone on already. */
export function goTo(next: Route): void {
  route.value = next
  location.hash = hashOf(next)
}
