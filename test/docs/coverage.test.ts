import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openApi } from '../../src/contract/openapi.ts'
import { type ProblemCode, problems } from '../../src/contract/problem.ts'
import { ProblemError, problemResponse } from '../../src/server/lib/problem.ts'
import { eventTypes } from '../../src/server/rules/merchant-events.ts'
import { ReviewReason } from '../../src/server/rules/model.ts'
import { pageAt, root } from './page.ts'

const textOf = (path: string): string => readFileSync(join(root, path), 'utf8')
const all = (path: string, pattern: RegExp): string[] => [
  ...new Set([...textOf(path).matchAll(pattern)].map(([, word = '']) => word)),
]
const codes = Object.keys(problems).filter((code): code is ProblemCode => code in problems)

describe('docs/errors.md says what to do about', () => {
  const { anchors, plain } = pageAt('docs/errors.md')

  test.each(codes)('the problem %s, under its status, where its type says', async (code) => {
    const { type } = await problemResponse(new ProblemError(code)).json()
    expect(type).toBe(`urn:paypane:docs/errors.md#${code}`)
    expect([...anchors]).toContain(code)
    expect(plain).toContain(`### ${code}\n${problems[code].status}. `)
  })

  const sources = ['src', 'server-example'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => `${folder}/${file}`),
  )
  const errors = sources.flatMap((file) =>
    all(file, /class (\w+) extends \w*Error\b/g).map((name) => [name, file] as const),
  )
  test.each(errors)('the error %s, which says so itself', (name, file) => {
    expect([...anchors]).toContain(name.toLowerCase())
    const expectedText =
      name === 'ProblemError' ? 'readonly docs: `docs/errors.md#' : `'docs/errors.md#${name.toLowerCase()}'`
    expect(textOf(file)).toContain(expectedText)
  })
})

describe('docs/server.md tells of', () => {
  const { plain } = pageAt('docs/server.md')

  test.each(eventTypes)('the event %s', (type) => {
    expect(plain).toContain(`| \`${type}\` |`)
  })
  test.each(all('server-example/settings.ts', /^ {4}([A-Z_]+):/gm))('the setting %s', (name) => {
    expect(plain).toMatch(new RegExp(`^\\| .*\`${name}\``, 'm'))
  })
  test.each(all('src/server/options.ts', /^ {2}(\w+)\??[:(]/gm))('the option %s', (name) => {
    expect(plain).toMatch(new RegExp(`\\b${name}\\b`))
  })
  const { paths } = z.object({ paths: z.record(z.string(), z.unknown()) }).parse(openApi())
  test.each(Object.keys(paths))('the route %s', (route) => {
    const rows = plain.split('\n').filter((line) => line.startsWith('|'))
    expect(rows.some((row) => row.includes(`${route}\``) || row.includes(`${route}?`))).toBe(true)
  })
})

describe('docs/widget.md tells of', () => {
  const { plain } = pageAt('docs/widget.md')

  const optionFiles = ['core/session', 'view/options', 'embed/options']
  const options = optionFiles.flatMap((file) => all(`src/widget/${file}.ts`, /^ {2}(\w+)\??:/gm))
  test.each(options)('the option %s', (name) => {
    expect(plain).toContain(`| \`${name}\` |`)
  })
  test.each(all('src/widget/embed/events.ts', /^ {2}'(paypane:\w+)':/gm))('the event %s', (type) => {
    expect(plain).toContain(`| \`${type}\` |`)
  })
  test.each(all('src/widget/embed/events.ts', /^ {2}'paypane:(\w+)':/gm))('the callback of %s', (type) => {
    expect(plain).toContain(`\`on${type.charAt(0).toUpperCase()}${type.slice(1)}\``)
  })
  const styles = ['tokens', 'layout'].map((file) => textOf(`src/widget/styles/${file}.ts`)).join('\n')
  const looks = [...styles.matchAll(/var\((--paypane-[\w-]+),([^()]*(?:\([^)]*\))?)\)/g)]
  test.each(looks.map(([, name = '', value = '']) => [name, value] as const))(
    'the property %s, and that it is %s unless set',
    (name, value) => {
      const row = plain.split('\n').find((line) => line.startsWith('|') && line.includes(`\`${name}\``))
      expect(row?.replaceAll(' ', '')).toContain(value.replaceAll(' ', ''))
    },
  )
  test('every language, and no other', () => {
    const [, listed = ''] = /The other languages are `([^`]+)`/.exec(plain) ?? []
    const files = readdirSync(join(root, 'src/widget/i18n/locales')).map((file) => file.replace('.ts', ''))
    expect(listed.split(' ').sort()).toEqual(files.sort())
  })
})

test.each(
  [textOf('src/widget/core/client.ts'), textOf('src/widget/core/events.ts')].flatMap((text) =>
    [...(/type (?:BlockingErrorCode|ErrorCode) = (.+)/.exec(text)?.[1] ?? '').matchAll(/'(\w+)'/g)].map(
      ([, code = '']) => code,
    ),
  ),
)('docs/errors.md says what to do where the pane says %s', (code) => {
  expect(pageAt('docs/errors.md').plain).toContain(`| \`${code}\` |`)
})

describe('docs/operate.md tells of', () => {
  const { anchors, plain } = pageAt('docs/operate.md')

  test.each(ReviewReason.options)('a needs-review that is %s', (reason) => {
    expect([...anchors]).toContain(reason)
  })
  test.each(all('server-example/metrics.ts', /'(paypane_\w+)'/g))('the metric %s', (name) => {
    expect(plain).toContain(`| \`${name}\` |`)
  })
  test('only metrics that there are', () => {
    const listed = [...plain.matchAll(/\| `(paypane_\w+)` \|/g)].map(([, name]) => name)
    expect(listed.sort()).toEqual(all('server-example/metrics.ts', /'(paypane_\w+)'/g).sort())
  })
})

test('the rules of money are numbered from 1 to 15', () => {
  const rules = [...pageAt('docs/money.md').text.matchAll(/^### (\d+)\. /gm)].map(([, n]) => Number(n))
  expect(rules).toEqual(Array.from({ length: 15 }, (_, index) => index + 1))
})
