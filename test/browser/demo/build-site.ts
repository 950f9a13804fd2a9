import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { inject } from 'vitest'

const root = join(import.meta.dirname, '../../..')

/** The folder of the demo, built from the current sources: once for all tests of a run. */
export async function builtSite(): Promise<string> {
  const builds = inject('builds')
  const site = join(builds, 'site')
  const isFirst = await mkdir(join(builds, 'site-started')).then(
    () => true,
    () => false,
  )
  const failed = join(builds, 'site-failed')
  if (isFirst)
    await build(site).catch(async (error: unknown) => {
      await mkdir(failed)
      throw error
    })
  while (!existsSync(site)) {
    if (existsSync(failed)) throw new Error('The demo could not be built: see the first file that needs it.')
    await delay(100)
  }
  return site
}

async function build(site: string): Promise<void> {
  const unfinished = `${site}-unfinished`
  await promisify(execFile)(
    process.execPath,
    [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--mode', 'demo', '--outDir', unfinished],
    { cwd: root, env: { ...process.env, NODE_ENV: 'production' } },
  )
  await rename(unfinished, site)
}
