import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/**
 * Reads a file that the package ships for browsers, such as `console.js`, `paypane.js` or `locales/uk.json`. Rejects where
 * the package has no such file.
 * @example
 * const script = await readPackageFile('console.js')
 */
export async function readPackageFile(name: string): Promise<string> {
  return await readFile(fileURLToPath(import.meta.resolve(`paypane/${name}`)), 'utf8')
}
