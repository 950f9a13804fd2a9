import { fileURLToPath } from 'node:url'
import { createBuilder } from 'vite'

/** Builds the script-tag files into `dist`, as `npm run build` does. */
export async function buildScriptTag(): Promise<void> {
  const configFile = fileURLToPath(new URL('../../vite.config.ts', import.meta.url))
  const builder = await createBuilder({ configFile, mode: 'script', logLevel: 'error' })
  await builder.buildApp()
}

/** Vitest runs this once before the browser tests. */
export { buildScriptTag as setup }
