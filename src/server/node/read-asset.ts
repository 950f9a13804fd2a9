import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'

const brotli = promisify(brotliCompress)

/**
 * Reads the files that the package has for browsers, for the option `assets` of `createPaypane`; with the suffix `.br` as
 * Brotli. Also on Bun and Deno.
 *
 * @example
 * import type { PaypaneOptions } from 'paypane/server'
 *
 * // <script src="/pay/paypane.js"> is then all that a page needs.
 * const options: Pick<PaypaneOptions, 'basePath' | 'assets'> = { basePath: '/pay', assets: readAsset }
 */
export async function readAsset(name: string): Promise<Uint8Array<ArrayBuffer>> {
  const folder = dirname(fileURLToPath(import.meta.resolve('paypane/integrity.json')))
  const file = await readFile(join(folder, name.replace(/\.br$/, '')))
  return new Uint8Array(name.endsWith('.br') ? await brotli(file) : file)
}

/**
 * Reads a file that the package ships for browsers, such as `console.js`, `paypane.js` or `locales/uk.json`. Rejects where
 * the package has no such file.
 * @example
 * const script = await readPackageFile('console.js')
 */
export async function readPackageFile(name: string): Promise<string> {
  return await readFile(fileURLToPath(import.meta.resolve(`paypane/${name}`)), 'utf8')
}
