import { fileURLToPath } from 'node:url'
import { startVitest } from 'vitest/node'
import { baseConfig } from '../../scripts/vite/project.ts'
import { browserDrivers } from './matrix.ts'

/**
 * `npm run test:browsers`: runs the flows in the installed browsers. With `-- --require`, a missing browser is a failure;
 * `-- hosted-page` runs the flows with that name.
 */
const filters = process.argv.slice(2).filter((argument) => argument !== '--require')
const print = (line: string): void => void process.stdout.write(`${line}\n`)
const missing = browserDrivers.filter(({ installed }) => installed() === null)
for (const { name, packages } of missing) {
  print(`${name} is not installed and is not tested. Debian: apt-get install ${packages}`)
}
if (missing.length > 0 && process.argv.includes('--require')) process.exitCode = 1
if (missing.length < browserDrivers.length) {
  const vitest = await startVitest(
    'test',
    filters,
    {
      root: fileURLToPath(new URL('../..', import.meta.url)),
      // The projects of the configuration have tests of their own.
      config: false,
      include: ['test/browsers/*.flow.ts'],
      watch: false,
      // Parallel WebKitGTK runs could choose the same display number.
      fileParallelism: false,
      testTimeout: 60_000,
      hookTimeout: 120_000,
      reporters: ['verbose'],
    },
    baseConfig,
  )
  await vitest.close()
}
