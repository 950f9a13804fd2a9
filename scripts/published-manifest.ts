/**
 * `npm pack` writes the manifest of the published package for as long as it packs: without what serves the repository
 * alone, its scripts, its development dependencies and the sources behind the condition `paypane-source`.
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

const manifestIn = (workTree: string): string => join(workTree, 'package.json')
const savedIn = (workTree: string): string => join(workTree, 'node_modules/.cache/paypane/package.json')

/** Replaces `package.json` by the manifest of the published package, until it is restored. */
export async function writePublishedManifest(workTree: string): Promise<void> {
  const text = await readFile(manifestIn(workTree), 'utf8')
  const published = publishedManifest(JSON.parse(text))
  await mkdir(dirname(savedIn(workTree)), { recursive: true })
  await writeFile(savedIn(workTree), text)
  await writeFile(manifestIn(workTree), `${JSON.stringify(published, null, 2)}\n`)
}

export async function restoreManifest(workTree: string): Promise<void> {
  await rename(savedIn(workTree), manifestIn(workTree))
}

if (import.meta.main) {
  const workTree = join(import.meta.dirname, '..')
  await (process.argv[2] === 'restore' ? restoreManifest(workTree) : writePublishedManifest(workTree))
}
