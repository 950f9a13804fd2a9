import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A new folder until `atEnd` calls back: `afterAll` of the file, or `onTestFinished` of the running test. */
export function newFolder(atEnd: (remove: () => void) => void): string {
  const folder = mkdtempSync(join(tmpdir(), 'paypane-'))
  atEnd(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
