/**
 * Looks into the built package: what a browser gets holds no server code and weighs no more than it may, the tarball
 * holds what is meant and nothing else, and every entry has its types. Run by `npm run check`, after the build.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { weigh } from './sizes.ts'
import { misfits, pack, unmeant } from './tarball.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

const complaints = await weigh(say)
const folder = await mkdtemp(join(tmpdir(), 'paypane-package-'))
try {
  const tarball = await pack(folder)
  say(`${String(tarball.size).padStart(7)} bytes in the tarball, ${tarball.files.length} files`)
  complaints.push(...(await unmeant(tarball)), ...(await misfits(tarball)))
} finally {
  await rm(folder, { recursive: true })
}

if (complaints.length > 0) {
  process.stderr.write(`${complaints.join('\n')}\n`)
  process.exitCode = 1
}
