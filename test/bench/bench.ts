const benches = ['server', 'widget'] as const
const [, , requested] = process.argv

/** `npm run bench` runs all of them, `npm run bench server` one. */
const chosen = benches.filter((name) => requested === undefined || name === requested)
if (chosen.length === 0) {
  process.stderr.write(`There is no bench "${requested}". There are: ${benches.join(', ')}\n`)
  process.exit(1)
}
for (const name of chosen) await import(`./${name}.ts`)
