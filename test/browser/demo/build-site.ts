import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '../../..')

/** Builds the demo from the current sources into a temporary folder. */
export async function buildSite(): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'paypane-demo-'))
  const site = join(folder, 'site')
  await promisify(execFile)(
    process.execPath,
    [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--mode', 'demo', '--outDir', site],
    { cwd: root, env: { ...process.env, NODE_ENV: 'production' } },
  )
  return { folder: site, remove: () => rm(folder, { recursive: true }) }
}
