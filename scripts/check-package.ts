/**
 * Checks the built package: browser code keeps its size budget and contains no server code, the tarball contains only
 * the expected files, and every entry has types. `npm run check` runs it after the build.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkSizes } from './sizes.ts'
import { checkContents, lintPackage, pack } from './tarball.ts'

const print = (line: string) => process.stdout.write(`${line}\n`)

const problems = await checkSizes(print)
const folder = await mkdtemp(join(tmpdir(), 'paypane-package-'))
try {
  const tarball = await pack(join(import.meta.dirname, '..'), folder)
  print(`${String(tarball.size).padStart(7)} bytes in the tarball, ${tarball.files.length} files`)
  problems.push(...checkContents(tarball), ...(await lintPackage(tarball)))
} finally {
  await rm(folder, { recursive: true })
}

if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n`)
  process.exitCode = 1
}
