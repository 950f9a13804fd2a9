import { posix } from 'node:path'
import MiniSearch from 'minisearch'
import { expect, test } from 'vitest'
import { notFoundPage } from '../../demo/docs/not-found.ts'
import { type Section, searchOptions } from '../../demo/docs/search-options.ts'
import { docsFiles } from '../../demo/docs/site.ts'
import { docs } from './page.ts'

const files = await docsFiles()
const htmlPages = [...files].flatMap(([path, text]) =>
  typeof text === 'string' && path.startsWith('docs/') && path.endsWith('.html')
    ? [{ path, text, ids: idsOf(text) }]
    : [],
)

function idsOf(html: string): ReadonlySet<string> {
  return new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id))
}

test('every page of the docs is a page of the site', () => {
  expect(htmlPages).toHaveLength(docs.length)
})

test('llms.txt begins with the rules of an integration, and links every page of the index as Markdown', () => {
  const text = String(files.get('llms.txt'))
  for (const rule of ['Sign every order', 'Ship on the event `checkout.succeeded`', 'before body parsers'])
    expect(text.split('## Start')[0]).toContain(rule)
  const links = [...text.matchAll(/\]\(([^)#]+)/g)].map(([, link = '']) => link)
  expect(links.length).toBeGreaterThan(30)
  expect(links.filter((link) => !files.has(link))).toEqual([])
})

test('every link of the site leads to a file, and to an id in it', () => {
  const site = new Set([...files.keys(), 'index.html', 'icon.svg', 'docs/docs.js'])
  const broken = htmlPages.flatMap(({ path, text }) =>
    [...text.matchAll(/ (?:href|src|srcset)="([^"]*)"/g)]
      .map(([, link = '']) => link)
      .filter((link) => !/^[a-z]+:/.test(link))
      .filter((link) => {
        const [file = '', anchor] = link.split('#')
        const target = file === '' ? path : posix.normalize(posix.join(posix.dirname(path), file))
        const ids = htmlPages.find((page) => page.path === target)?.ids
        return !site.has(target) || (anchor !== undefined && !ids?.has(anchor))
      })
      .map((link) => `${path}: ${link}`),
  )
  expect(broken).toEqual([])
})

test.each(['card', 'saved card', 'account', 'payment details', 'refund', 'transfer'])(
  'the search for "%s" finds a guide before the glossary and the statements',
  (query) => {
    const script = String(files.get('docs/search-index.js'))
    const json: unknown = JSON.parse(script.slice(script.indexOf('=') + 1))
    const [first] = MiniSearch.loadJSON<Section>(String(json), searchOptions).search(query)
    expect(String(first?.id)).not.toMatch(/^(glossary|conformance|accessibility|model|decisions)/)
  },
)

test('in a table of three columns each cell names its column, for phones', () => {
  expect(files.get('docs/routes.html')).toContain('<td data-label="Used by">payer</td>')
})

test('the page for missing addresses leads to the documentation and the demo', () => {
  expect(files.get('404.html')).toBe(notFoundPage('./'))
  for (const target of ['/docs/index.html', '/index.html', '/docs/docs.css'])
    expect(notFoundPage('/')).toContain(`"${target}"`)
})
