import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createBuilder } from 'vite'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder for what the browser tests build; it is removed after the run. */
    builds: string
  }
}

/** Builds the script-tag files into `dist`, as `npm run build` does. */
export async function buildScriptTag(): Promise<void> {
  const configFile = fileURLToPath(new URL('../../vite.config.ts', import.meta.url))
  const builder = await createBuilder({ configFile, mode: 'script', logLevel: 'error' })
  await builder.buildApp()
}

/** Vitest runs this once before the browser tests. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const builds = await mkdtemp(join(tmpdir(), 'paypane-builds-'))
  project.provide('builds', builds)
  await buildScriptTag()
  return () => rm(builds, { recursive: true })
}
