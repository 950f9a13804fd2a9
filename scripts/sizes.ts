import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'

const root = fileURLToPath(new URL('../', import.meta.url))

/** Code that a browser loads, and the most bytes that it may have gzipped. */
interface Budget {
  name: string
  limit: number
  code: () => Promise<string>
}

/** Packages that the importing page brings itself; they do not count. */
const preact = /^preact(\/|$)/
const react = /^react(\/|$)/
const zod = /^zod(\/|$)/

/** Without code that is loaded on demand. */
const budgets: readonly Budget[] = [
  script('paypane.js', 22_000),
  script('paypane-qr.js', 10_000),
  script('paypane-fields.js', 4_000),
  script('paypane-claim.js', 6_500),
  // In parallel with the first request, so that it delays nothing.
  script('paypane-deferred.js', 11_700),
  imported("export { mount } from 'paypane'", 22_600),
  imported("export { createSession } from 'paypane'", 6_000),
  imported("export { Paypane } from 'paypane'", 18_600, preact),
  imported("export { Paypane } from 'paypane/react'", 23_000, react),
  imported("import 'paypane/element'", 23_300),
  imported("export { parseActionCode } from 'paypane/service'", 3_500, zod),
  imported("export { CheckoutView } from 'paypane/contract'", 1_400, zod),
  imported("export { isProblemCode } from 'paypane/contract'", 1_500),
]

const forbidden: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/['"`]node:\w/, 'code for Node'],
  [/ZodError|_zod\b/, 'zod'],
  [/\beval\(|new Function\(/, 'eval'],
  [/process\.env/, 'process.env'],
]

/** Prints every size; returns what is over its budget or contains code that is not for a browser. */
export async function checkSizes(print: (line: string) => void): Promise<string[]> {
  const problems: string[] = []
  for (const { name, limit, code } of budgets) {
    const text = await code()
    const size = gzipSync(text, { level: 9 }).length
    print(`${String(size).padStart(7)} of ${limit} bytes gzipped: ${name}`)
    if (size > limit) problems.push(`${name} is ${size - limit} bytes over its ${limit}`)
    for (const [pattern, found] of forbidden)
      if (pattern.test(text)) problems.push(`${name} contains ${found}`)
  }
  return problems
}

function script(file: string, limit: number): Budget {
  return { name: `dist/${file}`, limit, code: () => readFile(`${root}dist/${file}`, 'utf8') }
}

/** An import, bundled as a merchant's bundler does it. */
function imported(statement: string, limit: number, external?: RegExp): Budget {
  const externalNote = external ? `, apart from ${external.source.match(/\w+/)?.[0]}` : ''
  return { name: `${statement}${externalNote}`, limit, code: () => bundle(statement, external) }
}

async function bundle(statement: string, external: RegExp | undefined): Promise<string> {
  const entry = 'virtual:entry'
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    root,
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === entry ? `${root}entry.js` : undefined),
        load: (id) => (id === `${root}entry.js` ? statement : undefined),
      },
    ],
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: {
        input: entry,
        preserveEntrySignatures: 'strict',
        ...(external && { external }),
      },
    },
  })
  const outputs = [result].flat().flatMap((one) => ('output' in one ? one.output : []))
  const chunks = outputs.filter((output) => output.type === 'chunk')
  const main = chunks.find((chunk) => chunk.isEntry)
  if (!main) throw new Error(`The bundle of ${statement} has no entry`)
  return withStaticImports(main, chunks).join('\n')
}

/** The code of a chunk and of its static imports. */
function withStaticImports(chunk: Rolldown.OutputChunk, chunks: readonly Rolldown.OutputChunk[]): string[] {
  const needed = chunk.imports.flatMap((file) => chunks.filter(({ fileName }) => fileName === file))
  return [chunk.code, ...needed.flatMap((one) => withStaticImports(one, chunks))]
}
