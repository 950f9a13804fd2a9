const benches = ['server', 'widget', 'scale'] as const
const [, , requested] = process.argv

/** `npm run bench` runs the first two, `npm run bench scale` one of them. `scale` takes long and fills the disk. */
const chosen = benches.filter((name) => (requested === undefined ? name !== 'scale' : name === requested))
if (chosen.length === 0) {
  process.stderr.write(`Unknown benchmark "${requested}". Available: ${benches.join(', ')}\n`)
  process.exit(1)
}
for (const name of chosen) await import(`./${name}.ts`)
