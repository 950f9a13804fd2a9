import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { z } from 'zod'
import { restoreFiles, writePublishedFiles } from './published-files.ts'

const run = promisify(execFile)

/** The files of the package; any other file in the tarball is a mistake. */
const allowedFiles = [
  /^(package\.json|LICENSE|README\.md|CHANGELOG\.md)$/,
  /^docs\/(openapi\.json|vectors\/callbacks\.json|examples\/[\w-]+\.(py|php|jsx?)|(integrations\/)?[\w-]+\.md)$/,
  /^deploy\/([\w.-]+|prometheus\/[\w.-]+)$/,
  /^dist\/(integrity\.json|custom-elements\.json|sbom\.cdx\.json|LICENSES\.md)$/,
  /^dist\/(paypane|paypane-qr|paypane-fields|paypane-claim|paypane-deferred|console)\.js(\.LICENSE\.md)?$/,
  /^dist\/serve\/(main\.js|shop-orders\.json|LICENSES\.md)$/,
  /^dist\/locales\/[\w-]+\.json$/,
  /^dist\/(contract|service|server|console|sandbox|testing|widget|cli|packages|_virtual)\/.*\.(js|d\.ts)$/,
]
const unwantedFiles =
  /^docs\/(decisions\/|(accessibility|conformance|glossary|model|sandbox-controls|scale|sell)\.md)/

const limits = { files: 900, bytes: 925_000 }

/** Files for pages without a bundler: linked, not imported, so they have no types. */
const browserEntries = [
  'paypane.js',
  'paypane-qr.js',
  'paypane-fields.js',
  'paypane-claim.js',
  'paypane-deferred.js',
  'console.js',
  'locales/*.json',
]

const Packed = z.array(
  z.object({ filename: z.string(), size: z.number(), files: z.array(z.object({ path: z.string() })) }),
)

export interface Tarball {
  path: string
  size: number
  files: readonly string[]
}

/** Packs the package as it is built now. */
export async function pack(workTree: string, folder: string): Promise<Tarball> {
  await writePublishedFiles(workTree)
  const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
    cwd: workTree,
    maxBuffer: 2 ** 26,
  }).finally(() => restoreFiles(workTree))
  // npm 10 prints an array; npm 11 may print an object with one key.
  const [packed] = Packed.parse(
    Object.values(z.record(z.string(), z.unknown()).or(z.array(z.unknown())).parse(JSON.parse(stdout))),
  )
  if (!packed) throw new Error('npm packed nothing')
  return {
    path: join(folder, packed.filename),
    size: packed.size,
    files: packed.files.map(({ path }) => path),
  }
}

/** Finds files that do not belong, and a tarball that has grown too large. */
export function checkContents({ files, size }: Tarball): string[] {
  const unexpected = files.filter(
    (file) => unwantedFiles.test(file) || !allowedFiles.some((pattern) => pattern.test(file)),
  )
  return [
    ...unexpected.map((file) => `Unexpected file in the package: ${file}`),
    ...(files.length > limits.files ? [`The package has ${files.length} files, over ${limits.files}`] : []),
    ...(size > limits.bytes ? [`The tarball has ${size} bytes, over ${limits.bytes}`] : []),
  ]
}

/** Problems that publint and arethetypeswrong find. The package is ESM only, so their checks for CommonJS are off. */
export async function lintPackage({ path }: Tarball): Promise<string[]> {
  const bytes = await readFile(path)
  const { messages, pkg } = await publint({
    strict: true,
    pack: { tarball: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) },
  })
  const attw = ['--profile', 'esm-only', '--format', 'table-flipped', '--no-color', '--no-emoji']
  const types = await run('attw', [path, ...attw, '--exclude-entrypoints', ...browserEntries]).then(
    () => [],
    (error: unknown) => [
      `arethetypeswrong: ${error instanceof Error && 'stdout' in error ? error.stdout : error}`,
    ],
  )
  return [...messages.map((message) => `publint: ${formatMessage(message, pkg)}`), ...types]
}
