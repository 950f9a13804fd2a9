/** Part of `npm run build`: keeps of what `tsc` has written the declarations that the package's entries refer to. */
import { glob, readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import manifest from '../package.json' with { type: 'json' }

const dist = join(import.meta.dirname, '../dist')
const reference = /\b(?:from|import) ?\(?["'](\.[^"']+)\.[jt]sx?["']|<reference path="([^"]+)\.d\.ts"/g

const reached = new Set<string>()
async function visit(file: string): Promise<void> {
  if (reached.has(file)) return
  reached.add(file)
  for (const [, module, declaration] of (await readFile(file, 'utf8')).matchAll(reference))
    await visit(`${resolve(file, '..', module ?? declaration ?? '')}.d.ts`)
}

for (const target of Object.values(manifest.exports)) {
  if (typeof target === 'string' || !('types' in target)) continue
  for await (const file of glob(join(dist, '..', target.types))) await visit(file)
}
for await (const file of glob(join(dist, '**/*.d.ts'))) if (!reached.has(file)) await rm(file)
