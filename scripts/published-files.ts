/**
 * `npm pack` writes the manifest of the published package for as long as it packs: without what serves the repository
 * alone, its scripts, its development dependencies and the sources behind the condition `paypane-source`. The API
 * document is packed without white space.
 */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'

const repositoryOnly = ['scripts', 'devDependencies', 'allowScripts']
const Conditions = z.record(z.string(), z.string())
const Exports = z.record(z.string(), z.union([z.string(), Conditions]))

/** The manifest of the published package. */
export function publishedManifest(manifest: object): Record<string, unknown> {
  const members = Object.entries(manifest).filter(([name]) => !repositoryOnly.includes(name))
  return Object.fromEntries(members.map(([name, value]) => [name, publishedMember(name, value)]))
}

function publishedMember(name: string, value: unknown): unknown {
  switch (name) {
    case 'exports':
      return Object.fromEntries(
        Object.entries(Exports.parse(value)).map(([entry, target]) => [entry, withoutSource(target)]),
      )
    case 'sideEffects':
      return z
        .array(z.string())
        .parse(value)
        .filter((file) => file.startsWith('./dist/'))
    default:
      return value
  }
}

function withoutSource(target: z.infer<typeof Conditions> | string): unknown {
  if (typeof target === 'string') return target
  const { 'paypane-source': _, ...published } = target
  return published
}

/** The files that differ in the package, and how. */
const published: Readonly<Record<string, (text: string) => string>> = {
  'package.json': (text) => `${JSON.stringify(publishedManifest(JSON.parse(text)), null, 2)}\n`,
  'docs/openapi.json': (text) => JSON.stringify(JSON.parse(text)),
}

const savedIn = (workTree: string, name: string): string =>
  join(workTree, 'node_modules/.cache/paypane', name)

/** Replaces these files by those of the published package, until they are restored. */
export async function writePublishedFiles(workTree: string): Promise<void> {
  for (const [name, toPublished] of Object.entries(published)) {
    const file = join(workTree, name)
    const saved = savedIn(workTree, name)
    const text = await readFile(file, 'utf8')
    await mkdir(dirname(saved), { recursive: true })
    await writeFile(saved, text)
    // A reader finds the one or the other, and no half of it.
    await writeFile(`${saved}.published`, toPublished(text))
    await rename(`${saved}.published`, file)
  }
}

export async function restoreFiles(workTree: string): Promise<void> {
  for (const name of Object.keys(published)) await rename(savedIn(workTree, name), join(workTree, name))
}

if (import.meta.main) {
  const workTree = join(import.meta.dirname, '..')
  await (process.argv[2] === 'restore' ? restoreFiles(workTree) : writePublishedFiles(workTree))
}
