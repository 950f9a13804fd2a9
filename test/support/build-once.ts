import { existsSync } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** A folder with what `build` writes into it: built once for all tests of a run, by the first that needs it. */
export async function buildOnce(name: string, build: (folder: string) => Promise<void>): Promise<string> {
  const builds = process.env['TEST_BUILDS']
  if (builds === undefined) throw new Error('TEST_BUILDS is not set: this is no run of the tests.')
  await mkdir(builds, { recursive: true })
  const folder = join(builds, name)
  const isFirst = await mkdir(`${folder}-started`).then(
    () => true,
    () => false,
  )
  const failed = `${folder}-failed`
  if (isFirst)
    try {
      await build(`${folder}-unfinished`)
      await rename(`${folder}-unfinished`, folder)
    } catch (error) {
      await mkdir(failed)
      throw error
    }
  while (!existsSync(folder)) {
    if (existsSync(failed)) throw new Error(`${name} could not be built: see the first file that needs it.`)
    await delay(100)
  }
  return folder
}
