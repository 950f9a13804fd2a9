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

/** Vitest runs this once before the browser tests. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const builds = await mkdtemp(join(tmpdir(), 'paypane-builds-'))
  project.provide('builds', builds)
  await buildScriptTag()
  return () => rm(builds, { recursive: true })
}
