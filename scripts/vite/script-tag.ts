import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { BuildOptions, EnvironmentOptions, Plugin, UserConfig } from 'vite'
import manifest from '../../package.json' with { type: 'json' }
import { collapseStyles } from './collapse-styles.ts'
import { lazyFiles } from './lazy-files.ts'
import { distBuild, pathOf } from './project.ts'

const host = pathOf('src/widget/embed/host.ts')
const hostParts = pathOf('src/widget/embed/host-parts.ts')
const moduleOf = (source: string, importer: string): string =>
  source.startsWith('.') ? join(dirname(importer), source) : source
/** V8 compiles the functions while the file is loading, in a thread of its own, instead of one by one in the first task. */
const compileHint = '//# allFunctionsCalledOnLoad'
const notice = (file: string): string => `/*! Paypane ${manifest.version}, MIT: ${file}.LICENSE.md */`

/** The files for a page without a bundler: `paypane.js`, the files that it loads on demand, `integrity.json`. */
export function scriptTagConfig(outDir = distBuild.outDir): UserConfig {
  const outBuild = { ...distBuild, outDir }
  return {
    // Calls of `h` are smaller than the automatic JSX runtime.
    oxc: { jsx: { runtime: 'classic', pragma: 'h', pragmaFrag: 'Fragment', development: false } },
    builder: {},
    environments: {
      client: {
        build: {
          ...outBuild,
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
              postBanner: `${compileHint}\n${notice('paypane.js')}`,
            },
          },
        },
      },
      qr: lazyScript('qr', 'PaypaneQr', outBuild),
      fields: lazyScript('fields', 'PaypaneFields', outBuild),
      claim: lazyScript('claim', 'PaypaneClaim', outBuild),
      deferred: lazyScript('deferred', 'PaypaneDeferred', outBuild),
    },
    plugins: [partsOfHost, collapseStyles(), lazyFiles(outDir)],
  }
}

/** A script that `paypane.js` loads. One with JSX uses the Preact and the parts of `paypane.js`. */
function lazyScript(script: string, name: string, outBuild: BuildOptions): EnvironmentOptions {
  const fileName = `paypane-${script}.js`
  return {
    consumer: 'client',
    build: {
      ...outBuild,
      license: { fileName: `${fileName}.LICENSE.md` },
      lib: {
        entry: pathOf(`src/widget/embed/${script}-script.ts`),
        formats: ['iife'],
        name,
        fileName: () => fileName,
      },
      rolldownOptions: {
        transform: { inject: { h: [host, 'h'], Fragment: [host, 'Fragment'] } },
        output: { charset: 'ascii', postBanner: notice(fileName) },
      },
    },
  }
}

/** What `paypane.js` shares with the scripts that it loads: the imports of `host-parts.ts`. */
const sharedImports = [
  ...readFileSync(hostParts, 'utf8').matchAll(/^import \{([^}]+)\} from '([^']+)'/gm),
].map(([, names = '', source = '']) => ({ names, module: moduleOf(source, hostParts) }))

/** Scripts with shared parts import them from `host.ts`. */
const partsOfHost: Plugin = {
  name: 'paypane-parts-of-host',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => ['fields', 'claim', 'deferred'].includes(name),
  resolveId: (source, importer) =>
    sharedImports.some(({ module }) => module === moduleOf(source, importer ?? '')) ? host : null,
  transform: {
    filter: { id: host },
    handler: (code) => ({
      code: `${code}\nexport const {${sharedImports.map(({ names }) => names).join()}} = host`,
      map: null,
    }),
  },
}
