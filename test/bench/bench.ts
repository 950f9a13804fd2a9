import { z } from 'zod'
import { readCommandLine } from '../../scripts/command-line.ts'

const benches = ['server', 'widget', 'scale'] as const
/** `npm run bench` runs the first two, `npm run bench scale` one of them. `scale` takes long and fills the disk. */
const {
  positionals: [requested],
} = readCommandLine(import.meta.filename, {
  // The others are the benchmark's own.
  args: process.argv.slice(2, 3),
  values: z.object({}),
  allowPositionals: true,
})
const chosen = benches.filter((name) => (requested === undefined ? name !== 'scale' : name === requested))
if (chosen.length === 0) {
  process.stderr.write(`Unknown benchmark "${requested}". Available: ${benches.join(', ')}\n`)
  process.exit(1)
}
for (const name of chosen) await import(`./${name}.ts`)
