import { createBuilder } from 'vite'

/** Builds the script-tag files, as `npm run build` does. */
export async function buildScriptFiles(): Promise<void> {
  const configFile = new URL('../../../vite.config.ts', import.meta.url).pathname
  const builder = await createBuilder({ configFile, mode: 'script', logLevel: 'error' })
  await builder.buildApp()
}

// Runs once before all tests, which load the files from `dist`.
export { buildScriptFiles as setup }
