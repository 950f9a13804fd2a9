import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { UserConfig } from 'vite'
import { distBuild, installed, pathOf } from './project.ts'

/** Packages of which a part is in `dist/serve`, so that a shop does not install them. */
export const builtIntoServe = [
  ...['pino', '@pinojs/redact', 'atomic-sleep', 'on-exit-leak-free', 'pino-std-serializers'],
  ...['quick-format-unescaped', 'safe-stable-stringify', 'sonic-boom', 'thread-stream'],
  ...['prom-client', '@opentelemetry/api', 'bintrees', 'tdigest'],
  ...['standardwebhooks', '@stablelib/base64', 'fast-sha256'],
]

/** What `paypane serve` runs: server-example in one file, which imports the package by its public names. */
export function serveConfig(): UserConfig {
  const outDir = join(distBuild.outDir, 'serve')
  return {
    ssr: { noExternal: true, external: ['paypane', ...installed] },
    plugins: [
      {
        name: 'paypane-shop-orders',
        writeBundle: () =>
          copyFile(pathOf('server-example/shop-orders.json'), join(outDir, 'shop-orders.json')),
      },
    ],
    build: {
      ...distBuild,
      outDir,
      target: 'es2023',
      ssr: true,
      minify: true,
      license: { fileName: 'LICENSES.md' },
      rolldownOptions: {
        input: { main: pathOf('server-example/main.ts') },
        external: [/^node:/, /^paypane(\/|$)/, ...installed.map((name) => new RegExp(`^${name}(/|$)`))],
        output: { format: 'es', codeSplitting: false, entryFileNames: '[name].js' },
      },
    },
  }
}
