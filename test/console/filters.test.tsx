// @vitest-environment happy-dom
import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FilterForm } from '../../src/console/parts/filters.tsx'
import { noFilters, parseRoute } from '../../src/console/route.ts'
import { page } from './page.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  location.hash = ''
})

const route = () => parseRoute(location.hash)

function find<E extends HTMLInputElement | HTMLSelectElement>(selector: string, type: new () => E): E {
  const found = page.querySelector(selector)
  if (!(found instanceof type)) throw new Error(`There is no ${selector}`)
  return found
}

test('a filter that is changed while a search is being typed keeps both', () => {
  act(() => render(<FilterForm page="checkouts" filters={noFilters} searchHint="order" />, page))
  const search = find('#search', HTMLInputElement)
  search.value = '1042'
  search.dispatchEvent(new Event('input', { bubbles: true }))
  const status = find('select', HTMLSelectElement)
  status.value = 'failed'
  status.dispatchEvent(new Event('change', { bubbles: true }))
  expect(route()).toMatchObject({ search: '1042', status: 'failed' })
  vi.advanceTimersByTime(1000)
  expect(route()).toMatchObject({ search: '1042', status: 'failed' })
})

test('what is typed is searched soon, or at once by the button', () => {
  act(() => render(<FilterForm page="checkouts" filters={noFilters} searchHint="order" />, page))
  const search = find('#search', HTMLInputElement)
  search.value = ' 1042 '
  search.dispatchEvent(new Event('input', { bubbles: true }))
  expect(route()).toMatchObject({ search: '' })
  vi.advanceTimersByTime(1000)
  expect(route()).toMatchObject({ search: '1042' })
  search.value = '1043'
  page.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
  expect(route()).toMatchObject({ search: '1043' })
})
