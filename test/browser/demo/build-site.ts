import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { buildOnce } from '../../support/build-once.ts'

const root = join(import.meta.dirname, '../../..')

/** The folder of the demo, built from the current sources. */
export const builtSite = (): Promise<string> =>
  buildOnce('site', async (folder) => {
    await promisify(execFile)(
      process.execPath,
      [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--mode', 'demo', '--outDir', folder],
      { cwd: root, env: { ...process.env, NODE_ENV: 'production' } },
    )
  })
