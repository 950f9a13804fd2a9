import { type Signal, signal } from '@preact/signals'
import { PayoutStatus, Status } from '../contract/index.ts'

/** The filters of a list. `since`, `until`: days in the operator's time zone. `after`: the cursor of a page. */
export interface Filters {
  status: string | null
  review: boolean
  /** Only checkouts that were paid twice. */
  twice: boolean
  search: string
  since: string | null
  until: string | null
  after: string | null
}

export type ListPage = 'checkouts' | 'payouts' | 'events'

/** A page of the console, stored in the URL's fragment so that links and the back button work. */
export type Route =
  | ({ page: ListPage } & Filters)
  | { page: 'checkout'; id: string }
  | { page: 'new-payout' | 'reconciliation' }
  | { page: 'payout'; reference: string }
  | { page: 'balance'; currency: string }
  | { page: 'report' | 'audit'; from: string | null; to: string | null }
  | { page: 'callbacks'; after: string | null }

export const noFilters: Filters = {
  status: null,
  review: false,
  twice: false,
  search: '',
  since: null,
  until: null,
  after: null,
}

/** The statuses that each list can be filtered by. */
export const statuses: Record<ListPage, readonly string[]> = {
  checkouts: Status.options,
  payouts: PayoutStatus.options,
  events: ['failing', 'undelivered', 'delivered'],
}

/** Parses a URL fragment. An unknown one gives the list of checkouts. */
export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?')
  const [page, name] = path.split('/', 2).map(decodeSegment)
  const params = new URLSearchParams(query)
  if (page === 'checkouts' && name) return { page: 'checkout', id: name }
  if (page === 'payouts' && name) return { page: 'payout', reference: name }
  if (page === 'new-payout' || page === 'reconciliation') return { page }
  if (page === 'balance') return { page, currency: params.get('currency') ?? '' }
  if (page === 'report' || page === 'audit')
    return { page, from: dayOf(params.get('from')), to: dayOf(params.get('to')) }
  if (page === 'callbacks') return { page, after: params.get('after') }
  const list = page === 'payouts' || page === 'events' ? page : 'checkouts'
  const status = params.get('status')
  return {
    page: list,
    status: status !== null && statuses[list].includes(status) ? status : null,
    review: params.get('review') === 'needed',
    twice: params.get('paid') === 'twice',
    search: params.get('search') ?? '',
    since: dayOf(params.get('since')),
    until: dayOf(params.get('until')),
    after: params.get('after'),
  }
}

const dayOf = (text: string | null): string | null =>
  text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : null

export function hashOf(route: Route): string {
  switch (route.page) {
    case 'checkout':
      return `#/checkouts/${encodeURIComponent(route.id)}`
    case 'payout':
      return `#/payouts/${encodeURIComponent(route.reference)}`
    case 'new-payout':
    case 'reconciliation':
      return `#/${route.page}`
    case 'balance':
      return `#/balance${queryOf({ currency: route.currency })}`
    case 'report':
    case 'audit':
      return `#/${route.page}${queryOf({ from: route.from, to: route.to })}`
    case 'callbacks':
      return `#/callbacks${queryOf({ after: route.after })}`
    default: {
      const { page, review, twice, ...filters } = route
      const flags = { review: review ? 'needed' : null, paid: twice ? 'twice' : null }
      return `#/${page}${queryOf({ ...filters, ...flags })}`
    }
  }
}

function queryOf(values: Record<string, string | null>): string {
  const present = Object.entries(values).filter((pair): pair is [string, string] => Boolean(pair[1]))
  return present.length === 0 ? '' : `?${new URLSearchParams(present)}`
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

export const route: Signal<Route> = signal(parseRoute(''))

export function startRouting(): void {
  const update = (): void => {
    route.value = parseRoute(location.hash)
  }
  update()
  addEventListener('hashchange', update)
}

/** As `navigate`, without a step of its own for the back button. */
export function replaceRoute(next: Route): void {
  route.value = next
  history.replaceState(null, '', hashOf(next))
}

/** Updates `route` at once: the `hashchange` event comes later. */
export function navigate(next: Route): void {
  route.value = next
  location.hash = hashOf(next)
}
