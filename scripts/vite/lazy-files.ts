import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { lazyFiles as files, localeHashes } from '../../src/widget/embed/verified-files.ts'
import { locales, pathOf } from './project.ts'

/**
 * Builds into `folder` the files that `paypane.js` loads on demand, then `paypane.js` with their hashes, then `integrity.json` with all
 * hashes, and each file compressed. A hash in `paypane.js` counts for every payer's first load, so these are SHA-256.
 */
export function lazyFiles(folder: string): Plugin {
  let hashes: Record<string, string> = {}
  return {
    name: 'paypane-lazy-files',
    // The hashes of one environment's files are used in another.
    sharedDuringBuild: true,
    transform: {
      filter: { id: /embed\/(verified-files|deferred-script)\.ts$/ },
      handler: (code, id) => ({
        code: `${code}\nconst ${id.endsWith('deferred-script.ts') ? `__CLAIM_HASH__ = ${JSON.stringify(hashes[claimFile])}` : `__HASHES__ = ${JSON.stringify(joined(hashes))}`}`,
        map: null,
      }),
    },
    buildApp: {
      order: 'pre',
      async handler(builder) {
        const { client, qr, fields, claim, deferred } = builder.environments
        if (!client || !qr || !fields || !claim || !deferred)
          throw new Error('The build has no environments for its scripts')
        await builder.build(claim)
        hashes = await hashesOf('sha256', folder, [claimFile])
        const claimHash = hashes
        await Promise.all([
          writeLocales(folder),
          ...[qr, fields, deferred].map((script) => builder.build(script)),
        ])
        const localesByFile = await hashesOf('sha256', folder, locales.map(localeFile))
        await writeLocaleHashes(folder, localesByFile)
        hashes = await hashesOf('sha256', folder, files)
        await builder.build(client)
        const all = {
          ...(await hashesOf('sha384', folder, ['paypane.js'])),
          ...claimHash,
          ...hashes,
          ...localesByFile,
        }
        await writeFile(join(folder, 'integrity.json'), `${JSON.stringify(all, null, 2)}\n`)
      },
    },
  }
}

/** `paypane-deferred.js` has its hash. */
const claimFile = 'paypane-claim.js'

const localeFile = (locale: string): string => `locales/${locale}.json`

const writeLocaleHashes = (folder: string, byFile: Record<string, string>): Promise<void> =>
  writeFile(
    join(folder, localeHashes),
    JSON.stringify(Object.fromEntries(locales.map((locale) => [locale, byFile[localeFile(locale)]]))),
  )

async function writeLocales(folder: string): Promise<void> {
  await mkdir(join(folder, 'locales'), { recursive: true })
  await Promise.all(
    locales.map(async (locale) => {
      const { messages }: { messages: object } = await import(pathOf(`src/widget/i18n/locales/${locale}.ts`))
      await writeFile(join(folder, localeFile(locale)), JSON.stringify(messages))
    }),
  )
}

const joined = (hashes: Record<string, string>): string =>
  files.map((file) => hashes[file]?.replace(/^sha256-|=$/g, '')).join('')

async function hashesOf(
  algorithm: string,
  folder: string,
  files: readonly string[],
): Promise<Record<string, string>> {
  const entries = await Promise.all(
    files.map(async (file) => {
      const content = await readFile(join(folder, file))
      return [file, `${algorithm}-${createHash(algorithm).update(content).digest('base64')}`] as const
    }),
  )
  return Object.fromEntries(entries)
}
