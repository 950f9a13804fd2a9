import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { docsFiles } from '../../demo/docs.ts'
import { docs } from './page.ts'

const files = docsFiles()
const htmls = [...files].flatMap(([path, text]) =>
  typeof text === 'string' ? [{ path, text, ids: idsOf(text) }] : [],
)

function idsOf(html: string): ReadonlySet<string> {
  return new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id))
}

test('every page of the docs is a page of the site', () => {
  expect(htmls).toHaveLength(docs.length)
})

test.each(htmls.map(({ path, text }) => [path, text] as const))(
  '%s leads to nothing that is not there',
  (path, text) => {
    const site = new Set([...files.keys(), 'index.html', 'icon.svg'])
    const links = [...text.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, link = '']) => link)
    const broken = links
      .filter((link) => !/^[a-z]+:/.test(link))
      .filter((link) => {
        const [file = '', anchor] = link.split('#')
        const target = file === '' ? path : posix.normalize(posix.join(posix.dirname(path), file))
        const ids = htmls.find((page) => page.path === target)?.ids
        return !site.has(target) || (anchor !== undefined && !ids?.has(anchor))
      })
    expect(broken).toEqual([])
    expect(links.length).toBeGreaterThan(0)
  },
)
