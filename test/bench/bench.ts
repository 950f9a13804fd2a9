const benches = ['server', 'widget'] as const
const [, , wanted] = process.argv

/** `npm run bench` runs all of them, `npm run bench server` one. */
const chosen = benches.filter((name) => wanted === undefined || name === wanted)
if (chosen.length === 0) {
  process.stderr.write(`There is no bench "${wanted}". There are: ${benches.join(', ')}\n`)
  process.exit(1)
}
for (const name of chosen) await import(`./${name}.ts`)
