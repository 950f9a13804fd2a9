import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'

const root = fileURLToPath(new URL('../', import.meta.url))

/** What a browser gets, and how many bytes of it, gzipped, at most. */
interface Budget {
  name: string
  limit: number
  code: () => Promise<string>
}

/** What the page that imports has anyway, so that Paypane does not bring it. */
const preact = /^preact(\/|$)/
const react = /^react(\/|$)/
const zod = /^zod(\/|$)/

/** The whole of each import: code that is loaded later, when needed, is not in it. */
const budgets: readonly Budget[] = [
  // 18 kB are promised. With its headers it fills twelve packets; a thirteenth is 7 ms on slow 4G.
  script('paypane.js', 17_700),
  script('paypane-qr.js', 10_000),
  imported("export { mount } from 'paypane'", 20_000),
  imported("export { createSession } from 'paypane'", 5_000),
  imported("export { Paypane } from 'paypane'", 15_500, preact),
  imported("export { Paypane } from 'paypane/react'", 20_500, react),
  imported("import 'paypane/element'", 20_500),
  imported("export { parseActionCode } from 'paypane/service'", 3_500, zod),
  imported("export { CheckoutView } from 'paypane/contract'", 2_000, zod),
]

const forbidden: readonly (readonly [pattern: RegExp, what: string])[] = [
  [/['"`]node:\w/, 'code for Node'],
  [/ZodError|_zod\b/, 'zod'],
  [/\beval\(|new Function\(/, 'eval'],
  [/process\.env/, 'an environment'],
]

/** Weighs everything, and says what is too heavy or holds what is not for a browser. */
export async function checkSizes(print: (line: string) => void): Promise<string[]> {
  const problems: string[] = []
  for (const { name, limit, code } of budgets) {
    const text = await code()
    const size = gzipSync(text, { level: 9 }).length
    print(`${String(size).padStart(7)} of ${limit} bytes gzipped: ${name}`)
    if (size > limit) problems.push(`${name} is ${size - limit} bytes over its ${limit}`)
    for (const [pattern, what] of forbidden) if (pattern.test(text)) problems.push(`${name} holds ${what}`)
    if (name === 'dist/paypane.js' && /[\u0080-\uffff]/.test(text))
      problems.push(`${name} holds characters that a page in another encoding than UTF-8 misreads`)
  }
  return problems
}

function script(file: string, limit: number): Budget {
  return { name: `dist/${file}`, limit, code: () => readFile(`${root}dist/${file}`, 'utf8') }
}

/** An import as a merchant's bundler makes it, without what the page has anyway. */
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
        ...(external ? { external: external } : {}),
      },
    },
  })
  const outputs = [result].flat().flatMap((one) => ('output' in one ? one.output : []))
  const chunks = outputs.filter((output) => output.type === 'chunk')
  const main = chunks.find((chunk) => chunk.isEntry)
  if (!main) throw new Error(`Nothing was built of ${statement}`)
  return withStaticImports(main, chunks).join('\n')
}

/** A chunk's code and that of all that it cannot start without. */
function withStaticImports(chunk: Rolldown.OutputChunk, chunks: readonly Rolldown.OutputChunk[]): string[] {
  const needed = chunk.imports.flatMap((file) => chunks.filter(({ fileName }) => fileName === file))
  return [chunk.code, ...needed.flatMap((one) => withStaticImports(one, chunks))]
}
