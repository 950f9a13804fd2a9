import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { docs, pageAt, pages, root, target } from './page.ts'

const relativeLinks = pages.flatMap((page) =>
  page.links.filter((link) => !/^[a-z]+:/.test(link)).map((link) => ({ page, link })),
)

test.each(relativeLinks.map(({ page, link }) => [page.path, link, target(page, link)] as const))(
  '%s links to %s, which is there',
  (_page, _link, { path, anchor }) => {
    expect(existsSync(join(root, path))).toBe(true)
    if (anchor !== null) expect([...pageAt(path).anchors]).toContain(anchor)
  },
)

test('every page of the docs can be reached from its index', () => {
  const reached = new Set<string>()
  const follow = (path: string): void => {
    if (reached.has(path) || !path.endsWith('.md')) return
    reached.add(path)
    const page = pageAt(path)
    for (const link of page.links) if (!/^[a-z]+:/.test(link)) follow(target(page, link).path)
  }
  follow('docs/README.md')
  expect(docs.map(({ path }) => path).filter((path) => !reached.has(path))).toEqual([])
})

const labelled = docs.flatMap(({ path, text }) =>
  [...text.matchAll(/`((?:src|test|server-example|demo)\/[\w./-]+)`/g)].map(
    ([, file = '']) => [path, file] as const,
  ),
)
test.each(labelled)('%s names %s, which is there', (_page, file) => {
  expect(existsSync(join(root, file))).toBe(true)
})
