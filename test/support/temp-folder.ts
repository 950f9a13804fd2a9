import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const memory = '/dev/shm'
const neededBytes = 4 * 1024 ** 3

/**
 * Where tests write their files: in memory, where there is enough of it. A database on a disk costs several times the
 * processor's time, and tests break processes and connections, never the machine. `$TMPDIR` takes precedence.
 */
export function tempFolder(): string {
  if (process.env['TMPDIR'] !== undefined) return process.env['TMPDIR']
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize > neededBytes ? memory : tmpdir()
  } catch {
    return tmpdir()
  }
}
