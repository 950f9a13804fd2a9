import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { collapseStyles } from '../../scripts/vite/collapse-styles.ts'
import { baseConfig, pathOf } from '../../scripts/vite/project.ts'
import { buildOnce } from './build-once.ts'

/**
 * The path of a server in one file, which starts in half the time of its hundreds of source files. How server-example starts
 * from its sources is a test of its own.
 */
export async function program(name: 'merchant' | 'sandbox'): Promise<string> {
  const folder = await buildOnce('programs', async (outDir) => {
    // Only the first that needs a program loads this.
    const { build } = await import('vite')
    await build({
      ...baseConfig,
      root: pathOf(''),
      configFile: false,
      logLevel: 'error',
      // Files that tests preload into a server replace methods of this `pg`.
      ssr: { noExternal: true, external: ['pg'] },
      plugins: [collapseStyles()],
      build: {
        ssr: true,
        outDir,
        copyPublicDir: false,
        target: 'es2022',
        minify: false,
        rolldownOptions: {
          input: {
            merchant: pathOf('server-example/main.ts'),
            sandbox: pathOf('src/sandbox/node/main.ts'),
          },
          output: { entryFileNames: '[name].mjs' },
        },
      },
    })
    await copyFile(pathOf('server-example/shop-orders.json'), join(outDir, 'shop-orders.json'))
  })
  return join(folder, `${name}.mjs`)
}
