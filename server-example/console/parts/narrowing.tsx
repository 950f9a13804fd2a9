import { goTo, type Narrowing, type Route } from '../route.ts'
import { useInputAt } from './input-at.ts'

interface Props {
  page: 'checkouts' | 'payouts'
  at: Narrowing
  statuses: readonly string[]
  searchHint: string
}

/** How a list is narrowed. Each change is a new address, from the first page on. */
export function NarrowingForm({ page, at, statuses, searchHint }: Props) {
  const narrow = (change: Partial<Narrowing>): void => {
    const next: Route = { page, ...at, ...change, after: null }
    goTo(next)
  }
  return (
    <form
      class="narrowing"
      onSubmit={(event) => {
        event.preventDefault()
        narrow({ search: String(new FormData(event.currentTarget).get('search') ?? '').trim() })
      }}
    >
      <search class="find">
        <label for="search">Find</label>
        <input
          id="search"
          name="search"
          type="search"
          ref={useInputAt(at.search)}
          placeholder={searchHint}
          autocomplete="off"
          spellcheck={false}
        />
        <button type="submit" class="main">
          Find
        </button>
      </search>
      <label for="status">Status</label>
      <select
        id="status"
        value={at.status ?? ''}
        onChange={(event) => narrow({ status: event.currentTarget.value || null })}
      >
        <option value="">all</option>
        {statuses.map((status) => (
          <option key={status} value={status}>
            {status}
          </option>
        ))}
      </select>
      <label class="check">
        <input
          type="checkbox"
          checked={at.review}
          onChange={(event) => narrow({ review: event.currentTarget.checked })}
        />
        Needs review only
      </label>
    </form>
  )
}
