import { type Filters, navigate, type Route } from '../route.ts'
import { useSyncedInput } from './synced-input.ts'

interface Props {
  page: 'checkouts' | 'payouts'
  filters: Filters
  statuses: readonly string[]
  searchHint: string
}

/** The filters of a list. Each change navigates to the first page of the new list. */
export function FilterForm({ page, filters, statuses, searchHint }: Props) {
  const applyFilters = (changes: Partial<Filters>): void => {
    const next: Route = { page, ...filters, ...changes, after: null }
    navigate(next)
  }
  return (
    <form
      class="filters"
      onSubmit={(event) => {
        event.preventDefault()
        applyFilters({ search: String(new FormData(event.currentTarget).get('search') ?? '').trim() })
      }}
    >
      <search class="search">
        <label for="search">Find</label>
        <input
          id="search"
          name="search"
          type="search"
          ref={useSyncedInput(filters.search)}
          placeholder={searchHint}
          autocomplete="off"
          spellcheck={false}
        />
        <button type="submit" class="button-primary">
          Find
        </button>
      </search>
      <label for="status">Status</label>
      <select
        id="status"
        value={filters.status ?? ''}
        onChange={(event) => applyFilters({ status: event.currentTarget.value || null })}
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
          checked={filters.review}
          onChange={(event) => applyFilters({ review: event.currentTarget.checked })}
        />
        Needs review only
      </label>
    </form>
  )
}
