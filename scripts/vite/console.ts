import type { UserConfig } from 'vite'
import { collapseStyles } from './collapse-styles.ts'
import { baseConfig, distBuild, pathOf } from './project.ts'
import { withoutDescriptions } from './without-descriptions.ts'

/** The operator's console as one file, styles included, for a page without a bundler. */
export function consoleConfig(): UserConfig {
  return {
    ...baseConfig,
    plugins: [collapseStyles(), withoutDescriptions()],
    build: {
      ...distBuild,
      license: { fileName: 'console.js.LICENSE.md' },
      lib: { entry: pathOf('src/console/main.tsx'), formats: ['es'], fileName: () => 'console.js' },
      rolldownOptions: { output: { minify: true } },
    },
  }
}
