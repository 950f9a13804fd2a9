import { createBuilder } from 'vite'
import { pathOf } from '../../scripts/vite/project.ts'
import { scriptTagConfig } from '../../scripts/vite/script-tag.ts'

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
export const setup = (): Promise<void> => buildScriptTag()
