import { readdirSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import type { UserConfig } from 'vite'
import manifest from '../../package.json' with { type: 'json' }

const root = join(import.meta.dirname, '../..')

/** An absolute path in the repository. */
export const pathOf = (path: string): string => join(root, path)

/** The language tags of the locales that are loaded on demand. */
export const locales = readdirSync(pathOf('src/widget/i18n/locales')).map((file) => file.replace(/\.ts$/, ''))

const sourcesOf = (entry: string, source: string): { entry: string; source: string }[] =>
  source.includes('*')
    ? readdirSync(pathOf(dirname(source)), { withFileTypes: true })
        .filter((file) => file.isFile())
        .map(({ name }) => name.slice(0, -extname(name).length))
        .map((name) => ({ entry: entry.replace('*', name), source: source.replace('*', name) }))
    : [{ entry, source }]

/** The public names of the package whose code is in `src`, each with its source. */
export const sourceEntries = Object.entries(manifest.exports).flatMap(([entry, target]) =>
  typeof target === 'object' && 'paypane-source' in target
    ? sourcesOf(`paypane${entry.slice(1)}`, target['paypane-source'])
    : [],
)

/** Resolves the package's public names to its sources, so that tests and the demo need no build. */
const packageAliases = sourceEntries.map(({ entry, source }) => ({
  find: new RegExp(`^${entry}$`),
  replacement: pathOf(source),
}))

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
} as const

/** Packages that a shop installs with this one. */
export const installed = [...Object.keys(manifest.dependencies), ...Object.keys(manifest.peerDependencies)]
