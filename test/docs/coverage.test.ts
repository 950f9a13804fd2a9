import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { pageGroups } from '../../demo/docs/navigation.ts'
import { openApi } from '../../scripts/openapi.ts'
import { ReviewReason } from '../../src/contract/index.ts'
import { isProblemCode, problems } from '../../src/contract/problem-codes.ts'
import { ProblemError, problemResponse } from '../../src/server/lib/problem.ts'
import { eventTypes } from '../../src/server/rules/merchant-events.ts'
import { pageAt, root } from './page.ts'

const read = (path: string): string => readFileSync(join(root, path), 'utf8')
/** What the first group of the pattern matches in a file. */
const namesIn = (path: string, pattern: RegExp): string[] => [
  ...new Set([...read(path).matchAll(pattern)].map(([, name = '']) => name)),
]

const errors = pageAt('docs/errors.md')
/** The pages in the order of a project; the rest is for looking things up. */
const guide = pageGroups(pageAt('docs/README.md').text)
  .filter(({ name }) => name !== 'Reference')
  .flatMap(({ pages }) => pages.map(({ path }) => pageAt(`docs/${path}`)))
/** The first column of a table contains the name. */
const hasRow = (page: { plain: string }, name: string): boolean => page.plain.includes(`| \`${name}\` |`)

const contributing = pageAt('CONTRIBUTING.md')
const foldersIn = (path: string): string[] =>
  readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)

/** Names in the code, and where the documentation must mention each. */
const documented: Record<string, { names: readonly string[]; isDocumented: (name: string) => boolean }> = {
  'events of the server': {
    names: eventTypes,
    isDocumented: (type) => hasRow(pageAt('docs/events.md'), type),
  },
  'settings of server-example': {
    names: namesIn('src/server/node/setting-fields.ts', /^ {2}([A-Z][A-Z_0-9]+):/gm),
    isDocumented: (name) => new RegExp(`^\\| .*\`${name}\``, 'm').test(pageAt('docs/settings.md').plain),
  },
  'options of the server': {
    names: namesIn('src/server/options/options.ts', /^ {2}(\w+)\??[:(]/gm),
    isDocumented: (name) =>
      [...guide, pageAt('docs/server-options.md')].some(({ plain }) =>
        new RegExp(`\\b${name}\\b`).test(plain),
      ),
  },
  'routes of the server': {
    names: Object.keys(z.object({ paths: z.record(z.string(), z.unknown()) }).parse(openApi()).paths),
    isDocumented: (route) =>
      pageAt('docs/routes.md')
        .plain.split('\n')
        .some((line) => line.startsWith('|') && (line.includes(`${route}\``) || line.includes(`${route}?`))),
  },
  'options of the widget': {
    names: ['core/session', 'view/model', 'embed/options'].flatMap((file) =>
      namesIn(
        `src/widget/${file}.ts`,
        /(?<=^export interface (?:Session|View|Paypane)Options\b(?:(?!^\}).)*?)^ {2}(\w+)\??:/gms,
      ),
    ),
    isDocumented: (name) => hasRow(pageAt('docs/widget-options.md'), name),
  },
  'events of the widget': {
    names: namesIn('src/widget/embed/events.ts', /^ {2}'(paypane-\w+)':/gm),
    isDocumented: (type) => hasRow(pageAt('docs/widget.md'), type),
  },
  'callbacks of the component': {
    names: namesIn('src/widget/embed/events.ts', /^ {2}'paypane-(\w+)':/gm).map(
      (type) => `on${type.charAt(0).toUpperCase()}${type.slice(1)}`,
    ),
    isDocumented: (name) => pageAt('docs/widget.md').plain.includes(`\`${name}\``),
  },
  'error codes of the widget': {
    names: ['src/widget/core/client.ts', 'src/widget/core/events.ts']
      .flatMap((file) => namesIn(file, /type \w*ErrorCode =((?:\s*\|?\s*(?:'\w+'|\w+))+)/g))
      .flatMap((union) => [...union.matchAll(/'(\w+)'/g)].map(([, code = '']) => code)),
    isDocumented: (code) => hasRow(errors, code),
  },
  'reasons of a review': {
    names: ReviewReason.options,
    isDocumented: (reason) => pageAt('docs/reviews.md').anchors.has(reason),
  },
  'folders of the server': {
    names: foldersIn('src/server'),
    isDocumented: (name) =>
      /^Inside `src\/server`.*?\.$/ms.exec(contributing.text)?.[0].includes(`\`${name}\``) === true,
  },
  metrics: {
    names: namesIn('server-example/metrics.ts', /'(paypane_\w+)'/g),
    isDocumented: (name) => hasRow(pageAt('docs/monitoring.md'), name),
  },
}

test.each(Object.entries(documented))('%s are documented', (_, { names, isDocumented }) => {
  expect(names.filter((name) => !isDocumented(name))).toEqual([])
  expect(names.length).toBeGreaterThan(1)
})

test('every problem has a section in docs/errors.md with its status, where its type leads', async () => {
  const faults: string[] = []
  for (const code of Object.keys(problems).filter(isProblemCode)) {
    const { type } = await problemResponse(new ProblemError(code)).json()
    const isDocumented =
      type === `urn:paypane:docs/errors.md#${code}` &&
      errors.plain.includes(`### ${code}\n${problems[code].status}. `)
    if (!isDocumented) faults.push(code)
  }
  expect(faults).toEqual([])
})

test('every error class names its section in docs/errors.md', () => {
  const files = ['src', 'server-example'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      // Their errors stay inside them.
      .filter(
        (file) =>
          file.endsWith('.ts') &&
          !/^(console|server\/qr)\/|^server\/rules\/checkout\/linear-pattern/.test(file),
      )
      .map((file) => `${folder}/${file}`),
  )
  const classes = files.flatMap((file) =>
    namesIn(file, /class (\w+) extends \w*Error\b/g).map((name) => ({ name, text: read(file) })),
  )
  const isDocumented = ({ name, text }: { name: string; text: string }) => {
    const anchor = name.toLowerCase()
    const link = name === 'ProblemError' ? 'readonly docs: `docs/errors.md#' : `'docs/errors.md#${anchor}'`
    return errors.anchors.has(anchor) && text.includes(link)
  }
  expect(classes.filter((error) => !isDocumented(error)).map(({ name }) => name)).toEqual([])
  expect(classes.length).toBeGreaterThan(5)
})

test('every custom property of the styles is documented with its default', () => {
  const styles = ['tokens', 'layout'].map((file) => read(`src/widget/styles/${file}.ts`)).join('\n')
  const properties = [...styles.matchAll(/var\((--paypane-[\w-]+),([^()]*(?:\([^)]*\))?)\)/g)]
  const rows = pageAt('docs/styling.md')
    .plain.split('\n')
    .filter((line) => line.startsWith('|'))
  const isDocumented = ([, name, value = '']: RegExpExecArray) =>
    rows
      .find((row) => row.includes(`\`${name}\``))
      ?.replaceAll(' ', '')
      .includes(value.replaceAll(' ', '').replace('var(--accent)', '--paypane-accent'))
  expect(properties.filter((property) => !isDocumented(property)).map(([, name]) => name)).toEqual([])
  expect(properties.length).toBeGreaterThan(5)
})

test('docs/styling.md lists every language, and no other', () => {
  const [, listed = ''] = /The other languages are `([^`]+)`/.exec(pageAt('docs/styling.md').plain) ?? []
  const files = readdirSync(join(root, 'src/widget/i18n/locales')).map((file) => file.replace('.ts', ''))
  expect(listed.split(' ').sort()).toEqual(files.sort())
})

test('docs/monitoring.md lists no metric that does not exist', () => {
  const listed = [...pageAt('docs/monitoring.md').plain.matchAll(/\| `(paypane_\w+)` \|/g)].map(
    ([, name]) => name,
  )
  expect(listed.sort()).toEqual([...(documented['metrics']?.names ?? [])].sort())
})

test('no page of the guide has more than 1,500 words besides its code', () => {
  const words = (text: string): number => text.match(/\S*\w\S*/g)?.length ?? 0
  const long = guide
    .map(({ path, prose }) => [path, words(prose)] as const)
    .filter(([, count]) => count > 1500)
  expect(long).toEqual([])
  expect(guide.length).toBeGreaterThan(20)
})

test('docs/accessibility.md names tests that exist', () => {
  const named = [...pageAt('docs/accessibility.md').text.matchAll(/`([\w/.-]+\.test\.ts)`/g)].map(
    ([, name = '']) => (name.includes('/') ? name : `test/browser/widget/${name}`),
  )
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((path) => !existsSync(path))).toEqual([])
})

test('the rules of money are numbered from 1 to 22', () => {
  const rules = [...pageAt('docs/money.md').text.matchAll(/^### (\d+)\. /gm)].map(([, n]) => Number(n))
  expect(rules).toEqual(Array.from({ length: 22 }, (_, index) => index + 1))
})
