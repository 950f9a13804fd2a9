import MiniSearch, { type SearchResult } from 'minisearch'
import { type Section, searchOptions } from '../search-options.ts'
import { excerpt } from './excerpt.ts'

const maxResults = 20

/** Starts the search: `/` focuses it, the arrow keys move through the results, Escape closes them. */
export function startSearch(): void {
  const search = document.querySelector('search')
  const input = search?.querySelector('input')
  const results = search?.querySelector<HTMLElement>('.results')
  const status = results?.querySelector('p')
  const list = results?.querySelector('ol')
  if (!search || !input || !results || !status || !list) return
  const root = document.documentElement.dataset['docs'] ?? '.'
  let index: Promise<MiniSearch<Section>> | undefined
  const load = (): Promise<MiniSearch<Section>> => {
    index ??= loadIndex(root).catch((error: unknown) => {
      index = undefined
      throw error
    })
    return index
  }

  const update = async (): Promise<void> => {
    const query = input.value.trim()
    results.hidden = query === ''
    if (query === '') return
    const found = await load().then(
      (loaded) => loaded.search(query),
      () => null,
    )
    if (query !== input.value.trim()) return
    list.replaceChildren(...(found ?? []).slice(0, maxResults).map((result) => resultItem(result, root)))
    status.textContent =
      found === null
        ? 'The search could not be loaded'
        : found.length === 0
          ? `Nothing found for “${query}”`
          : `${found.length} ${found.length === 1 ? 'result' : 'results'}`
  }
  const links = (): HTMLElement[] => [...list.querySelectorAll('a')]
  const move = (step: 1 | -1): void => {
    const stops = [input, ...links()]
    const position = stops.findIndex((stop) => stop.matches(':focus'))
    stops[Math.min(Math.max(position + step, 0), stops.length - 1)]?.focus()
  }

  input.addEventListener('focus', () => void load().catch(() => undefined), { once: true })
  input.addEventListener('input', () => void update())
  search.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') move(event.key === 'ArrowDown' ? 1 : -1)
    else if (event.key === 'Escape') {
      results.hidden = true
      input.focus()
    } else if (event.key === 'Enter' && event.target === input) links()[0]?.click()
    else return
    event.preventDefault()
  })
  search.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !search.contains(relatedTarget)) results.hidden = true
  })
  search.addEventListener('focusin', () => {
    results.hidden = input.value.trim() === ''
  })
  // A result on the same page only moves the page.
  list.addEventListener('click', () => {
    results.hidden = true
  })
  document.addEventListener('pointerdown', ({ target }) => {
    if (target instanceof Node && !search.contains(target)) results.hidden = true
  })
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.target instanceof HTMLInputElement) return
    event.preventDefault()
    input.focus()
    input.select()
  })
  search.hidden = false
}

/** Loads the index as a script: a page from a file may not use `fetch`. */
async function loadIndex(root: string): Promise<MiniSearch<Section>> {
  const script = document.createElement('script')
  script.src = `${root}/search-index.js`
  await new Promise((resolve, reject) => {
    script.addEventListener('load', resolve)
    script.addEventListener('error', reject)
    document.head.append(script)
  })
  return MiniSearch.loadJSON<Section>(String(Reflect.get(globalThis, 'paypaneSearchIndex')), searchOptions)
}

function resultItem(result: SearchResult, root: string): HTMLElement {
  const item = document.createElement('li')
  const link = document.createElement('a')
  link.href = `${root}/${result.id}`
  const heading = document.createElement('strong')
  const isTitle = result['heading'] === result['page']
  heading.textContent = isTitle ? result['page'] : `${result['page']} › ${result['heading']}`
  const text = document.createElement('span')
  for (const { text: part, isMatch } of excerpt(String(result['text']), Object.keys(result.match))) {
    const node = document.createElement(isMatch ? 'mark' : 'span')
    node.textContent = part
    text.append(node)
  }
  link.append(heading, text)
  item.append(link)
  return item
}
