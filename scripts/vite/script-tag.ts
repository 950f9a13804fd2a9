import type { UserConfig } from 'vite'
import manifest from '../../package.json' with { type: 'json' }
import { collapseStyles } from './collapse-styles.ts'
import { integrity } from './integrity.ts'
import { distBuild, locales, pathOf } from './project.ts'

/** Modules that `paypane.js` loads on demand. */
const lazyFiles = {
  'paypane-qr': pathOf('src/widget/view/qr/paint-text.ts'),
  ...Object.fromEntries(
    locales.map((locale) => [`locales/${locale}`, pathOf(`src/widget/i18n/locales/${locale}.ts`)]),
  ),
}

const notice = (file: string): string => `/*! Paypane ${manifest.version}, MIT: ${file}.LICENSE.md */`

/** The files for a page without a bundler: `paypane.js`, the modules that it loads on demand, `integrity.json`. */
export function scriptTagConfig(): UserConfig {
  return {
    // Calls of `h` are smaller than the automatic JSX runtime.
    oxc: { jsx: { runtime: 'classic', pragma: 'h', pragmaFrag: 'Fragment', development: false } },
    builder: {},
    environments: {
      client: {
        build: {
          ...distBuild,
          license: { fileName: 'paypane.js.LICENSE.md' },
          lib: {
            entry: pathOf('src/widget/embed/script.ts'),
            formats: ['iife'],
            name: 'Paypane',
            fileName: () => 'paypane.js',
          },
          rolldownOptions: {
            transform: { inject: { h: ['preact', 'h'], Fragment: ['preact', 'Fragment'] } },
            output: {
              // A plain script is decoded in the page's encoding; a module is always UTF-8.
              charset: 'ascii',
              generatedCode: { symbols: false },
              postBanner: notice('paypane.js'),
            },
          },
        },
      },
      lazyFiles: {
        consumer: 'client',
        build: {
          ...distBuild,
          license: { fileName: 'paypane-qr.js.LICENSE.md' },
          lib: { entry: lazyFiles, formats: ['es'], fileName: (_, name) => `${name}.js` },
          rolldownOptions: {
            output: {
              // Vite keeps the whitespace of ES libraries, for their bundlers; these files go to browsers as they are.
              minify: true,
              postBanner: ({ name }) => (name === 'paypane-qr' ? notice('paypane-qr.js') : ''),
            },
          },
        },
      },
    },
    plugins: [
      collapseStyles(),
      integrity(['paypane.js', ...Object.keys(lazyFiles).map((name) => `${name}.js`)]),
    ],
  }
}
