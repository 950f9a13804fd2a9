import { rmSync } from 'node:fs'
import { pathOf } from '../../scripts/vite/project.ts'

/**
 * The folder for what the tests of a run build, in the repository, where `paypane/` resolves to it. It is removed at the end
 * of this process, unless it is `$TEST_BUILDS`, which several runs share.
 */
export function buildsFolder(): string {
  const shared = process.env['TEST_BUILDS']
  if (shared !== undefined) return shared
  const folder = pathOf(`test-results/builds-${process.pid}`)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}
