import { fileURLToPath } from 'node:url'
import { startVitest } from 'vitest/node'
import { browserDrivers } from './matrix.ts'

/**
 * `npm run test:browsers`: the way of a payer in the browsers that are installed here. With `-- --require` a missing
 * one is a failure.
 */
const print = (line: string): void => void process.stdout.write(`${line}\n`)
const missing = browserDrivers.filter(({ installed }) => installed() === null)
for (const { name, packages } of missing) {
  print(`${name} is not installed here, so nothing is tested in it. Debian: apt-get install ${packages}`)
}
if (missing.length > 0 && process.argv.includes('--require')) process.exitCode = 1
if (missing.length < browserDrivers.length) {
  const vitest = await startVitest('test', [], {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    include: ['test/browsers/*.flow.ts'],
    watch: false,
    // Two of WebKitGTK's displays may want the same number.
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    reporters: ['verbose'],
  })
  await vitest.close()
}
