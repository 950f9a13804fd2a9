import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { minify } from 'terser'
import uglify from 'uglify-js'
import { defineConfig, type Plugin, type UserConfig } from 'vite'
import type {} from 'vitest/config'
import { docsSite } from './demo/docs.ts'
import manifest from './package.json' with { type: 'json' }

const dist = join(import.meta.dirname, 'dist')
const source = (path: string) => join(import.meta.dirname, path)

/** The package's public names, read as its sources: what tests and the demo import needs no build. */
const packageAliases = Object.entries(manifest.exports).flatMap(([entry, target]) =>
  typeof target === 'object' && 'paypane-source' in target
    ? [{ find: new RegExp(`^paypane${entry.slice(1)}$`), replacement: source(target['paypane-source']) }]
    : [],
)

const base: UserConfig = {
  resolve: { alias: packageAliases },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
}

/**
 * The files for a page without a bundler: `paypane.js` alone, and modules beside it that it asks for when needed (the
 * QR encoder, the locales), each with its hash in `integrity.json`.
 */
function scriptFiles(): UserConfig {
  const locales = readdirSync(source('src/widget/i18n/locales'))
  const lazyFiles = {
    'paypane-qr': source('src/widget/view/qr/paint-text.ts'),
    ...Object.fromEntries(
      locales.map((file) => [
        `locales/${file.replace(/\.ts$/, '')}`,
        source(`src/widget/i18n/locales/${file}`),
      ]),
    ),
  }
  const build = {
    outDir: dist,
    emptyOutDir: false,
    copyPublicDir: false,
    target: 'es2022',
    sourcemap: true,
  } as const
  const notice = (file: string) => `/*! Paypane ${manifest.version}, MIT: ${file}.LICENSE.md */`
  return {
    // Plain calls of `h` weigh less than the JSX runtime.
    oxc: { jsx: { runtime: 'classic', pragma: 'h', pragmaFrag: 'Fragment', development: false } },
    // Never hydrates, and so wants nothing that Preact 11 has and 10 has not: 190 bytes less.
    resolve: { alias: { preact: 'preact-10' } },
    builder: {},
    environments: {
      client: {
        build: {
          ...build,
          license: { fileName: 'paypane.js.LICENSE.md' },
          lib: {
            entry: source('src/widget/embed/script.ts'),
            formats: ['iife'],
            name: 'Paypane',
            fileName: () => 'paypane.js',
          },
          rolldownOptions: {
            transform: { inject: { h: ['preact', 'h'], Fragment: ['preact', 'Fragment'] } },
            output: { generatedCode: { symbols: false }, postBanner: notice('paypane.js') },
          },
        },
      },
      lazyFiles: {
        consumer: 'client',
        build: {
          ...build,
          license: { fileName: 'paypane-qr.js.LICENSE.md' },
          lib: { entry: lazyFiles, formats: ['es'], fileName: (_, name) => `${name}.js` },
          rolldownOptions: {
            output: { postBanner: ({ name }) => (name === 'paypane-qr' ? notice('paypane-qr.js') : '') },
          },
        },
      },
    },
    plugins: [
      collapseStyles(),
      minifyScripts(),
      integrity(['paypane.js', ...Object.keys(lazyFiles).map((name) => `${name}.js`)]),
    ],
  }
}

/** The style sheets lose the line breaks that they are read by. */
function collapseStyles(): Plugin {
  return {
    name: 'paypane-style-on-one-line',
    transform: {
      filter: { id: /widget\/styles\/\w+\.ts$/ },
      handler: (code) => ({
        code: code.replace(/`[^`]*`/g, (sheet) => sheet.replaceAll('\n', '')),
        map: null,
      }),
    },
  }
}

/**
 * Properties that `paypane.js` alone knows, so it may call them as it likes. Never a name of the view, of an option,
 * of an event, of a phrase, of the files beside, or of an object of the browser's that is used here: a test holds the
 * first of these, and the tests in a browser run what comes of it.
 */
export const mangledProperties = `
  act afterMs answer around ask bytes changed chooseAgain choosingAgain claimPaid claimed
  content direction draw etag failures fixed follow forgetting given goesTo groups hasFields
  heading held hint hold isAmountNeeded isCopied isLoopback isLost isNumber isPainted isQuiet isSent isTimed
  isWide leave leaveTo loadMessages loadQr look looks mayHavePaid mime model noteSent options pause
  refused retryAfter said say scene serverNow session settle shown silence skew start starting stop
  subscribe tell tone tookMs trouble versioned wasLost wasSent watchPage way words
`
  .trim()
  .split(/\s+/)

/** What components may have or be called by, as long as Preact is in the same file. */
const mangledPreactProperties = `
  componentDidCatch componentDidMount componentDidUpdate componentWillMount componentWillReceiveProps
  componentWillUnmount componentWillUpdate context contextType debounceRendering diffed forceUpdate
  getChildContext getDerivedStateFromError getDerivedStateFromProps getSnapshotBeforeUpdate props setState
  shouldComponentUpdate vnode
`
  .trim()
  .split(/\s+/)

const mangledPattern = new RegExp(`^(${[...mangledProperties, ...mangledPreactProperties].join('|')})$`)

/** What is minified already, once more and as far as it goes. */
function minifyScripts(): Plugin {
  return {
    name: 'paypane-smallest',
    async generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        const mapFile = `${chunk.fileName}.map`
        const isScript = chunk.fileName === 'paypane.js'
        const terserOutput = await minify(chunk.code, {
          ecma: 2020,
          module: !isScript,
          compress: { passes: 3, hoist_funs: true, toplevel: true, top_retain: 'Paypane' },
          // Some are names of the browser's as well, though of no object of the browser's that is used here.
          ...(isScript && { mangle: { properties: { regex: mangledPattern, builtins: true } } }),
          sourceMap: { content: JSON.stringify(chunk.map) },
        })
        // UglifyJS folds what terser leaves; terser renames properties better: 220 bytes less by both (decision 13).
        const { code, map, error } = uglify.minify(terserOutput.code ?? '', {
          module: !isScript,
          compress: { passes: 6, inline: 1 },
          output: {
            comments: /^!/,
            // A plain script is read in the page's own encoding, whatever that is; a module always as UTF-8.
            ascii_only: isScript,
            // Compiled at once, beside the main thread where the browser can: nearly all of it runs on the way to the payer.
            preamble: chunk.fileName.startsWith('paypane') ? '//# allFunctionsCalledOnLoad' : '',
          },
          sourceMap: {
            content: JSON.parse(String(terserOutput.map)),
            includeSources: true,
            url: basename(mapFile),
          },
        })
        if (error) throw error
        chunk.code = code
        const mapAsset = bundle[mapFile]
        if (mapAsset?.type === 'asset') mapAsset.source = map
      }
    },
  }
}

/** Writes the hash of every file that a page may name in `integrity`. */
function integrity(files: readonly string[]): Plugin {
  return {
    name: 'paypane-integrity',
    buildApp: {
      order: 'post',
      async handler(builder) {
        for (const environment of Object.values(builder.environments)) {
          if (!environment.isBuilt) await builder.build(environment)
        }
        const hashes = files.map((file) => {
          const hash = createHash('sha384')
            .update(readFileSync(join(dist, file)))
            .digest('base64')
          return [file, `sha384-${hash}`]
        })
        writeFileSync(
          join(dist, 'integrity.json'),
          `${JSON.stringify(Object.fromEntries(hashes), null, 2)}\n`,
        )
      },
    },
  }
}

/** The demo: a static site that runs with no server at all; `npm start` serves the same page with processes behind it. */
function demoSite(): UserConfig {
  const locales = readdirSync(source('src/widget/i18n/locales')).map((file) => file.replace(/\.ts$/, ''))
  return {
    ...base,
    root: source('demo'),
    base: './',
    plugins: [docsSite()],
    define: { __LOCALES__: JSON.stringify(['en', ...locales]) },
    build: {
      outDir: source('demo/dist'),
      emptyOutDir: true,
      target: 'es2022',
      rollupOptions: { input: ['index.html', 'gallery.html'].map((page) => source(`demo/${page}`)) },
    },
  }
}

/** The operator's console: one file, styles and all, for a page that has no build. */
function consoleFile(): UserConfig {
  return {
    ...base,
    build: {
      outDir: dist,
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'es2022',
      sourcemap: true,
      license: { fileName: 'console.js.LICENSE.md' },
      lib: {
        entry: source('src/console/main.tsx'),
        formats: ['es'],
        fileName: () => 'console.js',
      },
    },
  }
}

const tests: UserConfig = {
  ...base,
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    globalSetup: 'test/browser/widget/build-script-files.ts',
    // Half of what a test does is waiting for its own processes: two at once, on two cores too.
    maxWorkers: 2,
    // Browsers and processes on a machine that others use too: in CI a second try counts, and is reported as one.
    retry: process.env['CI'] === undefined ? 0 : 1,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // A machine with much else to do is slow, not wrong.
    expect: { poll: { timeout: 10_000 } },
  },
}

const modes: Record<string, () => UserConfig> = {
  script: scriptFiles,
  demo: demoSite,
  console: consoleFile,
}

export default defineConfig(({ mode }) => modes[mode]?.() ?? tests)
