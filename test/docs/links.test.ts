import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { docs, pageAt, pages, root, target } from './page.ts'

const isRelative = (link: string): boolean => !/^[a-z]+:/.test(link)

test('every relative link leads to a file, and to a heading in it', () => {
  const broken = pages.flatMap((page) =>
    page.links.filter(isRelative).flatMap((link) => {
      const { path, anchor } = target(page, link)
      const exists = existsSync(join(root, path)) && (anchor === null || pageAt(path).anchors.has(anchor))
      return exists ? [] : [`${page.path}: ${link}`]
    }),
  )
  expect(broken).toEqual([])
})

test('every page of the docs can be reached from docs/README.md', () => {
  const reached = new Set<string>()
  const follow = (path: string): void => {
    if (reached.has(path) || !path.endsWith('.md')) return
    reached.add(path)
    const page = pageAt(path)
    for (const link of page.links.filter(isRelative)) follow(target(page, link).path)
  }
  follow('docs/README.md')
  expect(docs.map(({ path }) => path).filter((path) => !reached.has(path))).toEqual([])
})

test('every file that a page names exists', () => {
  const missing = docs.flatMap(({ path, text }) =>
    [...text.matchAll(/`((?:src|test|scripts|server-example|demo)\/[\w./-]+)`/g)]
      .filter(([, file = '']) => !existsSync(join(root, file)))
      .map(([, file]) => `${path}: ${file}`),
  )
  expect(missing).toEqual([])
})
