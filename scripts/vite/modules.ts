import type { UserConfig } from 'vite'
import { collapseStyles } from './collapse-styles.ts'
import { baseConfig, distBuild, installed, pathOf, sourceEntries } from './project.ts'
import { withoutDescriptions } from './without-descriptions.ts'

/** Packages of which a part is built in, so that a shop installs few. */
export const builtIn = ['qrcode', 'dijkstrajs', 'leven']

/**
 * The ES modules of the package's entries and of its command. A module stays a file, so that a shop's bundler leaves out
 * what the shop does not use, and entries share classes and state.
 */
export function modulesConfig(): UserConfig {
  return {
    ...baseConfig,
    resolve: {},
    plugins: [collapseStyles(), withoutDescriptions()],
    ssr: { noExternal: builtIn },
    build: {
      ...distBuild,
      target: 'es2023',
      minify: false,
      ssr: true,
      license: { fileName: 'LICENSES.md' },
      rolldownOptions: {
        input: [...sourceEntries.map(({ source }) => source), 'src/cli/main.ts'].map(pathOf),
        external: [/^node:/, /^paypane(\/|$)/, ...installed.map((name) => new RegExp(`^${name}(/|$)`))],
        preserveEntrySignatures: 'strict',
        // No module's path as a comment: a file is one module, and has its name.
        experimental: { attachDebugInfo: 'none' },
        output: {
          format: 'es',
          // The declarations have them.
          comments: { jsdoc: false },
          preserveModules: true,
          preserveModulesRoot: pathOf('src'),
          // npm packs no folder of the name node_modules.
          entryFileNames: ({ name }) => `${name.replace(/^.*node_modules\//, 'packages/')}.js`,
        },
      },
    },
  }
}
