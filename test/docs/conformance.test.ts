import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { pageAt, root } from './page.ts'

/** A row of docs/conformance.md. */
interface Statement {
  section: string
  text: string
  held: string
  files: string[]
}

function statements(): Statement[] {
  const parts = pageAt('docs/conformance.md').text.split(/^## /m).slice(1)
  return parts.flatMap((part) => {
    const [section = '', ...lines] = part.split('\n')
    return lines
      .filter((line) => line.startsWith('| ') && !/^\| (Statement|-+) /.test(line))
      .map((line) => line.split('|').map((cell) => cell.trim()))
      .map(([, text = '', held = '', tests = '']) => ({
        section,
        text,
        held,
        files: [...tests.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
      }))
  })
}

/** By section and statement: the file and title of a test that fails if the statement does not hold. */
const proofs = z
  .record(z.string(), z.record(z.string(), z.tuple([z.string(), z.string()])))
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, 'conformance.json'), 'utf8')))

test('each statement of docs/conformance.md is marked', () => {
  const rows = statements()
  expect(rows.length).toBeGreaterThan(200)
  expect(rows.filter(({ held }) => !/^(yes|(partly|differs): .+)$/.test(held))).toEqual([])
})

test('each statement has a test that exists, in a file that its row names', () => {
  const withTests = statements().filter(({ files }) => files.length > 0)
  expect(statements().filter(({ held, files }) => held === 'yes' && files.length === 0)).toEqual([])
  const faulty = withTests.filter(({ section, text, files }) => {
    const [file, title] = proofs[section]?.[text] ?? ['', '']
    return !files.includes(file) || !hasTest(file, title)
  })
  expect(faulty).toEqual([])
  const proved = Object.entries(proofs).flatMap(([section, byText]) =>
    Object.keys(byText).map((text) => [section, text]),
  )
  expect(proved).toEqual(withTests.map(({ section, text }) => [section, text]))
})

test('every file that a row names exists', () => {
  for (const { files } of statements()) for (const file of files) expect(source(file), file).not.toBe('')
})

const sources = new Map<string, string>()
/** Without the line breaks before a first argument. */
function source(file: string): string {
  const text = sources.get(file) ?? readFileSync(join(root, file), 'utf8').replace(/\(\s+/g, '(')
  sources.set(file, text)
  return text
}

/** Whether a test, or a group of tests, has this title. */
function hasTest(file: string, title: string): boolean {
  const titles = ["'", '"', '`'].map((quote) => quote + title.replaceAll(quote, `\\${quote}`) + quote)
  return titles.some((literal) => source(file).includes(`(${literal},`))
}
