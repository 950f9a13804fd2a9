const benches = ['server', 'widget'] as const
const [, , requested] = process.argv

/** `npm run bench` runs both, `npm run bench server` one of them. */
const chosen = benches.filter((name) => requested === undefined || name === requested)
if (chosen.length === 0) {
  process.stderr.write(`Unknown benchmark "${requested}". Available: ${benches.join(', ')}\n`)
  process.exit(1)
}
for (const name of chosen) await import(`./${name}.ts`)
