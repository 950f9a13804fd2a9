import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { z } from 'zod'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../', import.meta.url))

/** The files of the package; any other file in the tarball is a mistake. */
const allowedFiles = [
  /^(package\.json|LICENSE|README\.md|CHANGELOG\.md)$/,
  /^docs\/(openapi\.json|vectors\/callbacks\.json|examples\/[\w-]+\.(py|php|jsx?)|((decisions|integrations)\/)?[\w-]+\.md)$/,
  /^dist\/(integrity\.json|custom-elements\.json|sbom\.cdx\.json|(paypane|paypane-qr|paypane-fields|paypane-deferred|console)\.js(\.map|\.LICENSE\.md)?)$/,
  /^dist\/paypane(-qr|-fields|-deferred)?\.js\.(br|gz)$/,
  /^dist\/locales\/[\w-]+\.json(\.br|\.gz)?$/,
  /^src\/qrcode-core\.d\.ts$/,
  /^(dist|src)\/(contract|service|server|console|sandbox|widget|cli)\//,
]

/** Files for pages without a bundler: linked, not imported, so they have no types. */
const browserEntries = [
  'paypane.js',
  'paypane-qr.js',
  'paypane-fields.js',
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
export async function pack(folder: string): Promise<Tarball> {
  const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
    cwd: root,
    maxBuffer: 2 ** 26,
  })
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

/** Finds files that do not belong, files of an earlier build, and source maps whose sources are missing. */
export async function findUnexpectedFiles({ files }: Tarball): Promise<string[]> {
  const packed = new Set(files)
  const unexpected = files
    .filter((file) => !allowedFiles.some((pattern) => pattern.test(file)))
    .map((file) => `Unexpected file in the package: ${file}`)
  const stale = files
    .filter((file) => /^dist\/\w+\/.*\.js$/.test(file))
    .map((file) => file.replace(/^dist/, 'src').replace(/\.js$/, '.ts'))
    .filter((source) => !packed.has(source) && !packed.has(`${source}x`))
    .map((source) => `The package contains a build of ${source}, which no longer exists`)
  const maps = await Promise.all(
    files.filter((file) => file.endsWith('.map')).map((map) => missingSources(map, packed)),
  )
  return [...unexpected, ...stale, ...maps.flat()]
}

const SourceMap = z.object({
  sources: z.array(z.string()),
  sourcesContent: z.array(z.string().nullable()).optional(),
})

async function missingSources(map: string, packed: ReadonlySet<string>): Promise<string[]> {
  const { sources, sourcesContent } = SourceMap.parse(JSON.parse(await readFile(join(root, map), 'utf8')))
  return sources
    .filter((source, n) => !sourcesContent?.[n] && !packed.has(normalize(join(dirname(map), source))))
    .map((source) => `${map} refers to ${source}, which is not in the package`)
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
