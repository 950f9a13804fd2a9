import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseEnv } from 'node:util'
import { readSettings } from 'paypane/server/node'
import { expect, onTestFinished, test } from 'vitest'
import { init } from '../../src/cli/init/init.ts'
import { isFull } from '../support/full.ts'
import { newFolder } from '../support/new-folder.ts'
import { runCommand } from './command.ts'

const root = join(import.meta.dirname, '../..')
// Inside the package, so that its name resolves; ignored by git.
const compiled = join(root, 'test-results/init')

/** A folder with these files; an object is a package.json with these dependencies. */
function projectWith(files: Record<string, string>, dependencies?: string[], type?: string): string {
  const folder = newFolder(onTestFinished)
  const manifest = { type, dependencies: Object.fromEntries((dependencies ?? []).map((name) => [name, '*'])) }
  const all = { ...(dependencies && { 'package.json': JSON.stringify(manifest) }), ...files }
  for (const [name, text] of Object.entries(all)) write(join(folder, name), text)
  return folder
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()
const contents = (folder: string) => filesIn(folder).map((name) => readFileSync(join(folder, name), 'utf8'))

test('in an empty folder it writes a server and .env, and says what comes next', async () => {
  const folder = projectWith({})
  const { code, out } = await runCommand(['init'], { cwd: folder })
  expect(code).toBe(0)
  expect(filesIn(folder)).toEqual(['.env', 'paypane-server.mjs'])
  for (const line of [
    'npm install paypane',
    'npx paypane sandbox',
    'node --env-file=.env paypane-server.mjs',
  ])
    expect(out).toContain(line)
  // Complete settings, with secrets of this project.
  const settings = readSettings(parseEnv(readFileSync(join(folder, '.env'), 'utf8')))
  expect(Object.keys(settings.options.pipelines)).toContain('p2p')
  expect(settings.SHOP_SECRET).not.toBe(settings.SEAL_KEY)
  const other = projectWith({})
  init(other)
  expect(readFileSync(join(other, '.env'), 'utf8')).not.toContain(settings.SHOP_SECRET)
})

test('the server uses the database of DATABASE_URL, as backup, copy and doctor do', () => {
  for (const dependencies of [[], ['next']]) {
    const folder = projectWith({}, dependencies)
    init(folder)
    expect(contents(folder).join('\n')).toContain('store: sqliteStore(settings.DATABASE_URL)')
  }
})

test.each([[[]], [['express']], [['fastify']], [['hono']]])(
  'with %j the server prints its address',
  (dependencies) => {
    const folder = projectWith({}, dependencies)
    init(folder)
    expect(contents(folder).join('\n')).toMatch(/^console\.log\(`Starting on http/m)
  },
)

test('a manifest that keeps Next.js from building the files is named', () => {
  const isNamed = (...types: string[]) =>
    init(projectWith({}, ['next'], ...types))
      .join('\n')
      .includes('"commonjs"')
  expect([isNamed('commonjs'), isNamed('module'), isNamed()]).toEqual([true, false, false])
  expect(init(projectWith({}, ['express'], 'commonjs')).join('\n')).not.toContain('"commonjs"')
})

test('the secrets of .env are readable by their owner alone', () => {
  const folder = projectWith({})
  init(folder)
  expect(statSync(join(folder, '.env')).mode & 0o777).toBe(0o600)
})

test.each([
  ['pnpm-lock.yaml', 'pnpm add paypane', 'pnpm exec paypane sandbox', 'node --env-file=.env'],
  ['yarn.lock', 'yarn add paypane', 'yarn paypane sandbox', 'yarn node --env-file=.env'],
])('with %s it names the commands of that package manager', (lockFile, ...commands) => {
  const lines = init(projectWith({ [lockFile]: '' }))
  for (const command of commands) expect(lines.join('\n')).toContain(`  ${command}`)
})

test('a second run changes nothing, and names the file that it would replace', async () => {
  const folder = projectWith({})
  init(folder)
  const before = contents(folder)
  const { code, err } = await runCommand(['init'], { cwd: folder })
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('replace paypane-server.mjs') })
  expect(contents(folder)).toEqual(before)
})

test('a .env of the project stays as it is: the lines to add are printed', () => {
  const folder = projectWith({ '.env': 'DATABASE=mine\n' })
  const lines = init(folder)
  expect(readFileSync(join(folder, '.env'), 'utf8')).toBe('DATABASE=mine\n')
  expect(lines.join('\n')).toMatch(/^SHOP_SECRET=.+$/m)
})

test('Hono needs the package of its Node server, which other package managers do not find below paypane', () => {
  const hono = projectWith({ 'pnpm-lock.yaml': '' }, ['hono', 'paypane'])
  expect(init(hono)).toContain('  pnpm add @hono/node-server')
  const complete = projectWith({}, ['hono', '@hono/node-server', 'paypane'])
  expect(init(complete).join('\n')).not.toContain('npm install')
})

test.each<
  [name: string, dependencies: string[], given: string[], type: string | undefined, written: string[]]
>([
  ['Express', ['express', 'paypane'], [], 'module', ['paypane-server.js']],
  ['Express in CommonJS', ['express'], [], undefined, ['paypane-server.mjs']],
  ['Fastify in TypeScript', ['fastify'], ['tsconfig.json'], 'module', ['paypane-server.ts']],
  ['Hono in TypeScript', ['hono'], ['tsconfig.json'], undefined, ['paypane-server.mts']],
  [
    'Next.js',
    ['next'],
    ['app/layout.tsx', 'tsconfig.json'],
    undefined,
    ['app/checkout/page.tsx', 'app/pay/[...path]/route.ts', 'app/return/[...path]/route.ts', 'paypane.ts'],
  ],
  [
    'Next.js with pages in src',
    ['next'],
    ['src/app/page.js'],
    undefined,
    ['src/app/checkout/page.jsx', 'src/app/layout.jsx', 'src/app/pay/[...path]/route.js'].concat([
      'src/app/return/[...path]/route.js',
      'src/paypane.js',
    ]),
  ],
  [
    'Vite and React in TypeScript',
    ['vite', 'react'],
    ['tsconfig.json', 'vite.config.ts'],
    'module',
    ['checkout.html', 'paypane-server.ts', 'src/Checkout.tsx', 'src/checkout-main.tsx'].concat([
      'vite.paypane.config.mjs',
    ]),
  ],
  [
    'Vite without a framework, beside Express',
    ['vite', 'express'],
    [],
    'module',
    ['checkout.html', 'paypane-server.js', 'src/checkout-main.js', 'vite.paypane.config.mjs'],
  ],
])('%s', (_, dependencies, given, type, written) => {
  const files = Object.fromEntries(given.map((name) => [name, '{}']))
  const folder = projectWith(files, dependencies, type)
  init(folder)
  expect(filesIn(folder)).toEqual(['.env', 'package.json', ...given, ...written].sort())
})

test('a project of another framework is led to its page', () => {
  const folder = projectWith({}, ['nuxt'])
  expect(() => init(folder)).toThrow('docs/integrations/nuxt.md')
  expect(filesIn(folder)).toEqual(['package.json'])
})

test.runIf(isFull)('what it writes compiles under the strictest flags', () => {
  rmSync(compiled, { recursive: true, force: true })
  const include: string[] = []
  for (const [name, dependencies] of Object.entries({ node: [], vite: ['vite'], react: ['vite', 'react'] })) {
    const folder = projectWith({ 'tsconfig.json': '{}' }, dependencies, 'module')
    init(folder)
    for (const file of filesIn(folder).filter((one) => /\.tsx?$/.test(one))) {
      write(
        join(compiled, name, file),
        `/** @jsxImportSource react */\n${readFileSync(join(folder, file), 'utf8')}`,
      )
      include.push(`${name}/${file}`)
    }
  }
  const config = {
    extends: '../../tsconfig.json',
    compilerOptions: { module: 'esnext', moduleResolution: 'bundler' },
    files: include,
    include: [],
  }
  write(join(compiled, 'tsconfig.json'), JSON.stringify(config))
  const { stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', compiled], { encoding: 'utf8' })
  expect(stdout).toBe('')
  expect(include.length).toBeGreaterThan(5)
})
