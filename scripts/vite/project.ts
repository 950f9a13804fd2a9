import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { UserConfig } from 'vite'
import manifest from '../../package.json' with { type: 'json' }

const root = join(import.meta.dirname, '../..')

/** An absolute path in the repository. */
export const pathOf = (path: string): string => join(root, path)

/** The language tags of the locales that are loaded on demand. */
export const locales = readdirSync(pathOf('src/widget/i18n/locales')).map((file) => file.replace(/\.ts$/, ''))

/** Resolves the package's public names to its sources, so that tests and the demo need no build. */
const packageAliases = Object.entries(manifest.exports).flatMap(([entry, target]) =>
  typeof target === 'object' && 'paypane-source' in target
    ? [{ find: new RegExp(`^paypane${entry.slice(1)}$`), replacement: pathOf(target['paypane-source']) }]
    : [],
)

export const baseConfig: UserConfig = {
  resolve: { alias: packageAliases },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
}

/** How a file in `dist` is built, beside what is there already. */
export const distBuild = {
  outDir: pathOf('dist'),
  emptyOutDir: false,
  copyPublicDir: false,
  target: 'es2022',
  sourcemap: true,
} as const
