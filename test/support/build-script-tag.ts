import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createBuilder } from 'vite'
import type { TestProject } from 'vitest/node'
import { pathOf } from '../../scripts/vite/project.ts'
import { scriptTagConfig } from '../../scripts/vite/script-tag.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder for what the browser tests build; it is removed after the run. */
    builds: string
  }
}

/** Builds the script-tag files as `npm run build` does, into `dist` or another folder. */
export async function buildScriptTag(folder?: string): Promise<void> {
  const builder = await createBuilder({
    ...scriptTagConfig(folder),
    root: pathOf(''),
    configFile: false,
    mode: 'script',
    logLevel: 'error',
  })
  await builder.buildApp()
}

/** Vitest runs this once before the browser tests. With `TEST_BUILDS` several runs share what tests build. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const shared = process.env['TEST_BUILDS']
  const builds = shared ?? (await mkdtemp(join(tmpdir(), 'paypane-builds-')))
  project.provide('builds', builds)
  await buildScriptTag()
  return async () => {
    if (shared === undefined) await rm(builds, { recursive: true })
  }
}
