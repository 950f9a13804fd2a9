import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import manifest from '../../package.json' with { type: 'json' }
import { openApi } from '../../scripts/openapi.ts'
import { stringOptions } from '../../src/widget/embed/options.ts'
import { isFull } from '../support/full.ts'
import { publicExports } from './exports.ts'
import { type Block, pages, root } from './page.ts'

const blocks = pages.flatMap(({ path, blocks }) => blocks.map((block) => ({ ...block, page: path })))
const blocksIn = (...languages: string[]) => blocks.filter(({ language }) => languages.includes(language))
const places = (faulty: readonly Block[]) => faulty.map(({ where }) => where)

const checkedLanguages = 'ts tsx js json sh html css python mermaid env text'.split(' ')
/** Blocks in these languages must be excerpts of a file, which is tested itself. */
const excerptLanguages = 'yaml jsx vue svelte astro php'.split(' ')
/** Nothing here compiles the languages of apps. */
const appLanguages = 'kotlin swift dart xml'.split(' ')

test('every block is in a language that is checked, or an excerpt of a file', () => {
  const isChecked = ({ language, from }: Block) =>
    [...checkedLanguages, ...appLanguages].includes(language) ||
    (excerptLanguages.includes(language) && from !== null)
  expect(places(blocks.filter((block) => !isChecked(block)))).toEqual([])
})

test('every excerpt is in its file', () => {
  const trimLines = (text: string) =>
    text
      .split('\n')
      .map((line) => line.trim())
      .join('\n')
      .trim()
  const isInFile = ({ from, text }: Block) =>
    from === null || trimLines(readFileSync(join(root, from), 'utf8')).includes(trimLines(text))
  expect(places(blocks.filter((block) => !isInFile(block)))).toEqual([])
})

test('a sample that exports a handler for each method exports every method of the routes', () => {
  const { paths } = z
    .object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })
    .parse(openApi())
  const methods = [...new Set(Object.values(paths).flatMap((path) => Object.keys(path)))]
  const samples = [...pages.map(({ path }) => path), 'demo/app/snippets.ts', 'src/cli/init/page-files.ts']
  const exported = samples.flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/^export { (handler as .*) }/gm)].map(
      ([, names = '']) => [path, names.replaceAll('handler as ', '').split(', ').sort()],
    ),
  )
  const all = methods.map((method) => method.toUpperCase()).sort()
  expect(exported).toEqual(exported.map(([path]) => [path, all]))
  expect(exported.map(([path]) => path)).toEqual(
    expect.arrayContaining(['docs/server.md', ...samples.slice(-2)]),
  )
})

/** The examples of doc comments; those without an import of their own get one. */
const examples = publicExports.flatMap(({ entry, name, docs }) =>
  docs
    .split(/^@example\b/m)
    .slice(1)
    .map((example) => {
      const [code = ''] = example.split(/^@\w/m)
      const language = /(^|= |return |\()<[A-Z]/m.test(code) ? 'tsx' : 'ts'
      const used = publicExports
        .filter((one) => one.entry === entry && (one.isFunction || one.name === name))
        .filter((one) => new RegExp(`\\b${one.name}\\b`).test(code))
        .map((one) => one.name)
      const given = code.includes(`from '${entry}'`) ? '' : `import { ${used.join(', ')} } from '${entry}'`
      return { page: entry, file: `${name}.${language}`, given, text: code }
    }),
)

test.runIf(isFull)('code blocks and the examples of doc comments compile', () => {
  // Inside the package, so that its name resolves; ignored by git.
  const folder = join(root, 'test-results/docs')
  rmSync(folder, { recursive: true, force: true })
  // The projects of test/integrations compile their own files.
  const isOfProject = ({ from }: Block) => from?.startsWith('test/integrations/') === true
  const pasted = blocksIn('ts', 'tsx', 'js').filter((block) => !isOfProject(block))
  const code = [...pasted.map((block) => ({ ...block, given: '' })), ...examples]
  for (const [index, { page, file, text, given, ...block }] of code.entries()) {
    const name = file ?? `block-${index}.${'language' in block ? block.language : 'ts'}`
    // The named files of all pages are one project: one page may import what another shows.
    const path = join(folder, page.endsWith('.md') ? dirname(page) : page, name)
    const isModule = /^(import|export) /m.test(text)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, `${given}\n${text}\n${isModule ? '' : 'export {}\n'}`)
  }
  // What a newcomer pastes first is TypeScript, too.
  const first = blocks.find(({ file, page }) => file === 'server.mjs' && page === 'docs/start.md')
  writeFileSync(join(folder, 'start-server.mts'), first?.text ?? 'missing')
  for (const [moduleResolution, module] of Object.entries({ nodenext: 'nodenext', bundler: 'esnext' })) {
    const config = {
      extends: '../../tsconfig.json',
      compilerOptions: { allowJs: true, noUnusedLocals: false, module, moduleResolution },
      include: ['.'],
      exclude: [],
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
    const { stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', folder], { encoding: 'utf8' })
    expect(stdout, moduleResolution).toBe('')
  }
  expect(examples.length).toBeGreaterThan(20)
})

const hasPython = spawnSync('python3', ['--version']).status === 0

test('JSON, shell and Python blocks can be parsed', () => {
  const canParse = ({ language, text }: Block) => {
    const parse = (command: string, ...args: string[]) =>
      spawnSync(command, args, { input: text, encoding: 'utf8' }).status === 0
    if (language === 'sh') return parse('bash', '-n')
    if (language === 'python')
      return (
        !hasPython ||
        parse('python3', '-c', 'import ast, sys, textwrap; ast.parse(textwrap.dedent(sys.stdin.read()))')
      )
    try {
      JSON.parse(text)
      return true
    } catch {
      return false
    }
  }
  expect(places(blocksIn('json', 'sh', 'python').filter((block) => !canParse(block)))).toEqual([])
})

test('npm scripts and paypane commands in shell blocks exist', () => {
  const text = blocksIn('sh')
    .map((block) => block.text)
    .join('\n')
  const scripts = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, script]) => script)
  expect(Object.keys(manifest.scripts)).toEqual(expect.arrayContaining(scripts))
  const commands = [...text.matchAll(/npx paypane ([\w-]+)/g)].map(([, command]) => command)
  const program = ['program', 'admin-commands']
    .map((name) => readFileSync(join(root, `src/cli/${name}.ts`), 'utf8'))
    .join('')
  const known = [...program.matchAll(/\.command\('(\w+)'\)/g)].map(([, command]) => command)
  expect(known).toEqual(expect.arrayContaining(commands))
  expect(Math.min(scripts.length, commands.length)).toBeGreaterThan(3)
})

test('HTML blocks give <pay-pane> only attributes that exist', () => {
  const attributes: string[] = [...stringOptions, 'initial-view', 'id', 'class', 'style']
  const unknown = blocksIn('html').flatMap(({ where, text }) =>
    [...text.matchAll(/<pay-pane([^>]*)>/g)]
      .flatMap(([, inside = '']) => [...inside.matchAll(/([\w-]+)=/g)].map(([, name = '']) => name))
      .filter((name) => !attributes.includes(name))
      .map((name) => `${where}: ${name}`),
  )
  expect(unknown).toEqual([])
})
