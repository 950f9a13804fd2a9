import { gzipSync } from 'node:zlib'
import { report } from '../measure.ts'
import type { Candidate } from './baselines.ts'

/** The gzipped size of a rendered widget with payment details and QR code, in English, with its style sheet. */
export function htmlSize(html: string): void {
  const size = gzipped(html)
  report('widget rendered by the server', kilobytes(size), '≤ 9 kB', size <= 9000)
}

/** The gzipped size of each file that a page loads. */
export function bundleSize(candidates: readonly Candidate[], print: (line: string) => void): void {
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
}

const gzipped = (text: string): number => gzipSync(text, { level: 9 }).length
const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`
