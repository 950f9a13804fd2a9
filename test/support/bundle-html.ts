import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { collapseStyles } from '../../scripts/vite/collapse-styles.ts'
import { baseConfig } from '../../scripts/vite/project.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Bundles `paypane/server/html`, whose source contains JSX, for programs that Node runs from source. Returns its path. */
export async function bundleHtml(folder: string): Promise<string> {
  await build({
    ...baseConfig,
    root,
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    // As in the package.
    plugins: [collapseStyles()],
    build: {
      ssr: 'src/server/html/index.ts',
      outDir: folder,
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'es2022',
      rolldownOptions: { output: { entryFileNames: 'server-html.mjs', codeSplitting: false } },
    },
  })
  return `${folder}/server-html.mjs`
}
