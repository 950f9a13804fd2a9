import { join } from 'node:path'
import { build } from 'vite'

/** The script of the pages, as one plain script: browsers load no modules from files. */
export async function pageScript(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: join(import.meta.dirname, 'page/main.ts'), formats: ['iife'], name: 'PaypaneDocs' },
    },
  })
  const [output] = Array.isArray(built) ? built : []
  const [chunk] = output?.output ?? []
  if (chunk?.type !== 'chunk') throw new Error('The script of the docs was not built')
  return chunk.code
}
