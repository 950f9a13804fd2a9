import { useEffect, useRef } from 'preact/hooks'
import { type Filters, type ListPage, navigate, replaceRoute, statuses } from '../route.ts'
import { useSyncedInput } from './inputs.tsx'

/** From the last typed character to the search. */
const typingMs = 300

interface Props {
  page: ListPage
  filters: Filters
  /** What the search finds; without it there is no search. */
  searchHint?: string
}

/** The filters of a list. Each change navigates to the first page of the new list. */
export function FilterForm({ page, filters, searchHint }: Props) {
  const searchInput = useSyncedInput(filters.search)
  const typing = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  /** Also what has been typed and not searched yet. */
  const applyFilters = (changes: Partial<Filters>): void => {
    clearTimeout(typing.current)
    const search = searchInput.current?.value.trim() ?? filters.search
    navigate({ page, ...filters, search, ...changes, after: null })
  }
  useEffect(() => () => clearTimeout(typing.current), [])
  const searchSoon = (text: string): void => {
    clearTimeout(typing.current)
    typing.current = setTimeout(
      () => replaceRoute({ page, ...filters, search: text.trim(), after: null }),
      typingMs,
    )
  }
  return (
    <form
      class="filters"
      onSubmit={(event) => {
        event.preventDefault()
        applyFilters({})
      }}
    >
      {searchHint !== undefined && (
        <search class="search">
          <label for="search">Find</label>
          <input
            id="search"
            name="search"
            type="search"
            ref={searchInput}
            placeholder={searchHint}
            autocomplete="off"
            spellcheck={false}
            onInput={(event) => searchSoon(event.currentTarget.value)}
          />
          <button type="submit" class="button-primary">
            Find
          </button>
        </search>
      )}
      <label class="check">
        Status
        <select
          value={filters.status ?? ''}
          onChange={(event) => applyFilters({ status: event.currentTarget.value || null })}
        >
          <option value="">all</option>
          {statuses[page].map((status) => (
            <option key={status} value={status}>
              {status.replace('_', ' ')}
            </option>
          ))}
        </select>
      </label>
      {searchHint !== undefined && (
        <label class="check">
          <input
            type="checkbox"
            checked={filters.review}
            onChange={(event) => applyFilters({ review: event.currentTarget.checked })}
          />
          Needs review only
        </label>
      )}
      {page === 'checkouts' && (
        <label class="check">
          <input
            type="checkbox"
            checked={filters.twice}
            onChange={(event) => applyFilters({ twice: event.currentTarget.checked })}
          />
          Paid twice only
        </label>
      )}
      <span class="days">
        <DayInput label="From" day={filters.since} onChange={(since) => applyFilters({ since })} />
        <DayInput label="To" day={filters.until} onChange={(until) => applyFilters({ until })} />
      </span>
    </form>
  )
}

interface DayProps {
  label: string
  day: string | null
  onChange(day: string | null): void
}

/** A day. One that is typed counts once it is complete; on leaving, the input shows the day that counts. */
export function DayInput({ label, day, onChange }: DayProps) {
  const shown = day ?? ''
  return (
    <label class="check">
      {label}
      <input
        type="date"
        // Until its last digit is typed, a year is below the least.
        min="1000-01-01"
        max="9999-12-31"
        ref={useSyncedInput(shown)}
        onChange={({ currentTarget: { validity, value } }) => {
          if (validity.valid) onChange(value || null)
        }}
        onBlur={({ currentTarget }) => {
          currentTarget.value = shown
        }}
      />
    </label>
  )
}
