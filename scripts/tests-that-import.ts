import { glob, readFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))

/** The test files whose imports, or those of a file of `test/` that they import, match. Paths are relative to the repository. */
export async function testsThatImport(specifier: RegExp): Promise<string[]> {
  const imports = new Map<string, string[]>()
  for await (const path of glob('test/**/*.{ts,tsx}', { cwd: root })) {
    const text = await readFile(join(root, path), 'utf8')
    imports.set(
      path,
      [...text.matchAll(/(?:\bfrom|\bimport) '([^']+)'/g)].map(([, from = '']) => from),
    )
  }
  const matches = (path: string, seen: Set<string>): boolean => {
    if (seen.has(path)) return false
    seen.add(path)
    return (imports.get(path) ?? []).some(
      (from) =>
        specifier.test(from) ||
        (from.startsWith('.') && matches(relative(root, join(root, dirname(path), from)), seen)),
    )
  }
  return [...imports.keys()].filter((path) => /\.test\.tsx?$/.test(path) && matches(path, new Set())).sort()
}
