import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { hasPython } from '../python/server.ts'
import { type Block, pages, root } from './page.ts'

const all = pages.flatMap(({ path, blocks }) => blocks.map((block) => ({ ...block, page: path })))
const of = (...languages: string[]) => all.filter(({ language }) => languages.includes(language))
const labelled = (blocks: readonly Block[]) => blocks.map((block) => [block.where, block] as const)

/** Every block is one of these, so that none goes untested. `typescript` is code of ours: test/docs/api. */
const languages = 'typescript ts tsx js json sh html css python mermaid env text'.split(' ')
/** These are what a file of the repository says. */
const excerptsOnly = 'yaml jsx vue svelte'.split(' ')
test.each(labelled(all))('%s is in a language that is checked', (_, { language, from }) => {
  expect([...languages, ...excerptsOnly]).toContain(language)
  if (excerptsOnly.includes(language)) expect(from).not.toBeNull()
})

const excerpts = all.filter(({ from }) => from !== null)
test.runIf(excerpts.length > 0).each(labelled(excerpts))('%s is what its file says', (_, { from, text }) => {
  const lines = (some: string): string =>
    some
      .split('\n')
      .map((line) => line.trim())
      .join('\n')
  expect(lines(readFileSync(join(root, from ?? ''), 'utf8'))).toContain(lines(text).trim())
})

test('TypeScript and JavaScript compile against the public names of the package', { timeout: 60_000 }, () => {
  // Inside the package, so that it is known by its name; out of git's sight.
  const folder = join(root, 'test-results/docs')
  rmSync(folder, { recursive: true, force: true })
  const code = of('ts', 'tsx', 'js')
  for (const [index, { page, file, language, text, given }] of code.entries()) {
    const path = join(folder, page.replace(/\.md$/, ''), file ?? `block-${index}.${language}`)
    const isModule = /^(import|export) /m.test(text)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, `${given}\n${text}\n${isModule ? '' : 'export {}\n'}`)
  }
  const config = {
    extends: '../../tsconfig.json',
    compilerOptions: { allowJs: true, noUnusedLocals: false },
    include: ['.'],
    exclude: [],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const { stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', folder], { encoding: 'utf8' })
  expect(stdout).toBe('')
  expect(code.length).toBeGreaterThan(0)
})

test.each(labelled(of('json')))('%s is JSON', (_, { text }) => {
  expect(() => JSON.parse(text)).not.toThrow()
})

describe('shell', () => {
  test.each(labelled(of('sh')))('%s can be read by a shell', (_, { text }) => {
    expect(spawnSync('bash', ['-n'], { input: text, encoding: 'utf8' })).toMatchObject({
      status: 0,
      stderr: '',
    })
  })

  test('its npm scripts and paypane commands are there', () => {
    const text = of('sh')
      .map((block) => block.text)
      .join('\n')
    const scripts = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, script]) => script)
    expect(Object.keys(manifest.scripts)).toEqual(expect.arrayContaining([...new Set(scripts)]))
    const commands = [...text.matchAll(/npx paypane ([\w-]+)/g)].map(([, command]) => command)
    expect(['sandbox', 'doctor', 'explain']).toEqual(expect.arrayContaining([...new Set(commands)]))
  })
})

const attributes =
  'endpoint checkout order method present redirect locale theme initial-view id class style'.split(' ')
test.each(labelled(of('html')))('%s gives <pay-pane> attributes that it knows', (_, { text }) => {
  for (const [, inside = ''] of text.matchAll(/<pay-pane([^>]*)>/g)) {
    const names = [...inside.matchAll(/([\w-]+)=/g)].map(([, name]) => name)
    expect(attributes).toEqual(expect.arrayContaining(names))
  }
})

const python = of('python')
test.runIf(hasPython && python.length > 0).each(labelled(python))('%s is Python', (_, { text }) => {
  const parse = ['-c', 'import ast, sys, textwrap; ast.parse(textwrap.dedent(sys.stdin.read()))']
  expect(spawnSync('python3', parse, { input: text, encoding: 'utf8' })).toMatchObject({ status: 0 })
})
