import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { pathOf } from './project.ts'

/** Writes `dist/integrity.json`: the hash that a page may put into the `integrity` attribute of each file. */
export function integrity(files: readonly string[]): Plugin {
  return {
    name: 'paypane-integrity',
    buildApp: {
      order: 'post',
      async handler(builder) {
        for (const environment of Object.values(builder.environments))
          if (!environment.isBuilt) await builder.build(environment)
        const hashes = Object.fromEntries(files.map((file) => [file, hashOf(pathOf(`dist/${file}`))]))
        writeFileSync(pathOf('dist/integrity.json'), `${JSON.stringify(hashes, null, 2)}\n`)
      },
    },
  }
}

const hashOf = (file: string): string =>
  `sha384-${createHash('sha384').update(readFileSync(file)).digest('base64')}`
