import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { docsFiles } from '../../demo/docs/site.ts'
import { docs } from './page.ts'

const files = await docsFiles()
const htmlPages = [...files].flatMap(([path, text]) =>
  typeof text === 'string' && path.endsWith('.html') ? [{ path, text, ids: idsOf(text) }] : [],
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
