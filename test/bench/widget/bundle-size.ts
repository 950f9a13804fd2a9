import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { report } from '../measure.ts'
import type { Candidate } from './baselines.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const core = `${root}src/widget/embed/headless.ts`

/** The gzipped size of a rendered widget with payment details and QR code, in English, with its style sheet. */
export function htmlSize(html: string): void {
  const size = gzipped(html)
  report('widget rendered by the server', kilobytes(size), '≤ 9 kB', size <= 9000)
}

/** The gzipped size of each file that a page loads. */
export async function bundleSize(
  candidates: readonly Candidate[],
  print: (line: string) => void,
): Promise<void> {
  for (const { name, files } of candidates) {
    const [script = 0, ...others] = files.map(gzipped)
    if (name !== 'paypane') print(`    ${name}: ${[script, ...others].map(kilobytes).join(' and ')}`)
    else {
      report('script-tag file', kilobytes(script), '≤ 22 kB', script <= 22_000)
      print(
        `    loaded beside the first view, and for QR codes that arrive as text: ${others.map(kilobytes).join(', ')}`,
      )
    }
  }
  const built = await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: { input: core, preserveEntrySignatures: 'strict' },
    },
  })
  const outputs = [built].flat().flatMap((one) => ('output' in one ? one.output : []))
  const size = gzipped(outputs.flatMap((output) => (output.type === 'chunk' ? [output.code] : [])).join('\n'))
  // The budget of `createSession` in `scripts/sizes.ts`.
  report('headless core', kilobytes(size), '≤ 5.4 kB', size <= 5400)
}

const gzipped = (text: string): number => gzipSync(text, { level: 9 }).length
const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`
