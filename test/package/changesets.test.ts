import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '../../.changeset')
const changesets = readdirSync(folder).filter((file) => file.endsWith('.md') && file !== 'README.md')

test('every changeset can be read by a release: what it changes, how much, and in which words', () => {
  const unread = changesets.filter(
    (file) =>
      !/^---\n['"]paypane['"]: (patch|minor|major)\n---\n\n\S/.test(readFileSync(join(folder, file), 'utf8')),
  )
  expect(unread).toEqual([])
})
