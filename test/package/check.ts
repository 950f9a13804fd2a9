/**
 * Looks into the built package: what a browser gets holds no server code, and weighs no more than it may.
 * Run by `npm run check`, after the build.
 */
import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'

const root = new URL('../../', import.meta.url)
const path = (file: string) => new URL(file, root).pathname

interface Budget {
  name: string
  limit: number
  code: () => Promise<string>
}

const budgets: readonly Budget[] = [
  { name: 'dist/paypane.js', limit: 18_000, code: () => readFile(path('dist/paypane.js'), 'utf8') },
  { name: 'dist/paypane-qr.js', limit: 10_000, code: () => readFile(path('dist/paypane-qr.js'), 'utf8') },
  { name: 'the core alone', limit: 5_000, code: () => bundle('src/widget/core/session.ts', 'createSession') },
  {
    name: 'createSession of the package',
    limit: 5_000,
    code: () => bundle('dist/widget/embed/index.js', 'createSession'),
  },
]

/** What a merchant's bundler makes of one import. */
async function bundle(file: string, name: string): Promise<string> {
  const entry = 'virtual:entry'
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    root: path('.'),
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? `export { ${name} } from ${JSON.stringify(path(file))}` : undefined),
      },
    ],
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: { input: entry, preserveEntrySignatures: 'strict' },
    },
  })
  const outputs = [result].flat().flatMap((one) => ('output' in one ? one.output : []))
  const main = outputs.find((output) => output.type === 'chunk' && output.isEntry)
  if (main?.type !== 'chunk') throw new Error(`Nothing was built of ${file}`)
  return main.code
}

const forbidden: readonly (readonly [pattern: RegExp, what: string])[] = [
  [/['"`]node:\w/, 'code for Node'],
  [/ZodError|_zod\b/, 'zod'],
  [/\beval\(|new Function\(/, 'eval'],
  [/process\.env/, 'an environment'],
]

const complaints: string[] = []
for (const { name, limit, code } of budgets) {
  const text = await code()
  const size = gzipSync(text, { level: 9 }).length
  process.stdout.write(`${String(size).padStart(7)} of ${limit} bytes gzipped: ${name}\n`)
  if (size > limit) complaints.push(`${name} is ${size - limit} bytes over its ${limit}`)
  for (const [pattern, what] of forbidden) if (pattern.test(text)) complaints.push(`${name} holds ${what}`)
}

if (complaints.length > 0) {
  process.stderr.write(`${complaints.join('\n')}\n`)
  process.exitCode = 1
}
