import { join } from 'node:path'
import { build } from 'vite'

const root = join(import.meta.dirname, '../../..')

/** Builds `paypane.js` from the current sources. */
export async function buildScriptFile(): Promise<string> {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: join(root, 'src/widget/embed/script.ts'), formats: ['iife'], name: 'Paypane' },
    },
  })
  const [bundle] = Array.isArray(built) ? built : [built]
  const chunk = bundle && 'output' in bundle ? bundle.output.find(({ type }) => type === 'chunk') : undefined
  if (chunk?.type !== 'chunk') throw new Error('The script-tag file was not built')
  return chunk.code
}
