import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runToEnd } from './command.ts'
import type { Integration, PackageManager } from './integrations.ts'

const installArgs: Readonly<Record<PackageManager, readonly string[]>> = {
  npm: ['install', '--prefer-offline', '--no-audit', '--no-fund'],
  pnpm: ['install', '--prefer-offline'],
  yarn: ['install'],
}

/** Copies the project into an empty folder and installs it with the tarball. `command` runs its package manager. */
export async function install(
  { layers, dependencies, packageManager = 'npm' }: Integration,
  command: string,
  folder: string,
  tarball: string,
): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const layer of layers)
    await cp(join(import.meta.dirname, layer), folder, { recursive: true, filter: isSourceFile })
  const file = join(folder, 'package.json')
  const manifest: { dependencies: Record<string, string> } = JSON.parse(await readFile(file, 'utf8'))
  Object.assign(manifest.dependencies, dependencies, { paypane: `file:${tarball}` })
  await writeFile(file, JSON.stringify(manifest))
  await runToEnd(command, installArgs[packageManager], folder)
  // Two copies of Preact could not share a tree.
  if (existsSync(join(folder, 'node_modules/paypane/node_modules/preact')))
    throw new Error('The package has a Preact beside that of the project')
  await insertIntegrityHash(folder)
}

const isSourceFile = (path: string) =>
  !/\/(node_modules|dist|data|\.next|\.nuxt|\.output|\.svelte-kit|\.react-router)(\/|$)/.test(path)

/** Copies the hash of `paypane.js` into the page, as its comment says. */
async function insertIntegrityHash(folder: string): Promise<void> {
  const page = join(folder, 'index.html')
  const html = await readFile(page, 'utf8').catch(() => null)
  if (!html?.includes('sha384-…')) return
  const hashes = JSON.parse(await readFile(join(folder, 'node_modules/paypane/dist/integrity.json'), 'utf8'))
  await writeFile(page, html.replace('sha384-…', hashes['paypane.js']))
}

/** Runs `run` while the shop has the order 1043, too. */
export async function withAnotherOrder(folder: string, run: () => Promise<void>): Promise<void> {
  const file = join(folder, 'paypane.ts')
  const text = await readFile(file, 'utf8')
  await writeFile(
    file,
    text.replace("new Map([['1042'", "new Map([['1043', { amount: '9.00', currency: 'UAH' }], ['1042'"),
  )
  try {
    await run()
  } finally {
    await writeFile(file, text)
  }
}

/** Runs `run` with an empty package entry, to measure the page without Paypane. */
export async function withStubbedEntry(
  entry: string,
  folder: string,
  run: () => Promise<void>,
): Promise<void> {
  const file = join(folder, `node_modules/paypane/dist/widget/embed/${entry}.js`)
  const text = await readFile(file, 'utf8')
  await writeFile(file, "'use client'\nexport const Paypane = () => null\n")
  try {
    await run()
  } finally {
    await writeFile(file, text)
  }
}
