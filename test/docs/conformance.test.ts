import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pageAt, root } from './page.ts'

test('each statement of docs/conformance.md has a mark, and tests that exist', () => {
  const rows = pageAt('docs/conformance.md')
    .text.split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (Statement|-+) /.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()))
  expect(rows.length).toBeGreaterThan(200)
  const faulty = rows.filter(([, , held = '', tests = '']) => {
    const files = [...tests.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file)
    const isMarked = /^(yes|(partly|differs): .+)$/.test(held)
    return (
      !isMarked ||
      (held === 'yes' && files.length === 0) ||
      !files.every((file) => existsSync(join(root, file)))
    )
  })
  expect(faulty).toEqual([])
})
