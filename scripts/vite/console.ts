import type { Plugin, UserConfig } from 'vite'
import { baseConfig, distBuild, pathOf } from './project.ts'

/** The operator's console as one file, styles included, for a page without a bundler. */
export function consoleConfig(): UserConfig {
  return {
    ...baseConfig,
    plugins: [withoutDescriptions()],
    build: {
      ...distBuild,
      license: { fileName: 'console.js.LICENSE.md' },
      lib: { entry: pathOf('src/console/main.tsx'), formats: ['es'], fileName: () => 'console.js' },
      rolldownOptions: { output: { minify: true } },
    },
  }
}

/** Leaves out the descriptions of schemas, which are for editors and `docs/openapi.json`. */
function withoutDescriptions(): Plugin {
  return {
    name: 'paypane-without-descriptions',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/contract\// },
      handler: (code) => ({ code: code.replaceAll(description, ''), map: null }),
    },
  }
}

const description = /\bdescription:\s*('[^'\n]*'|"[^"\n]*"|`[^`\n]*`),?/g
