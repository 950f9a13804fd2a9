import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Plugin } from 'vite'
import { locales, pathOf } from './project.ts'

const localeHashes = 'locales/hashes.json'

/** The files of each module that loads some, whose hashes are appended to it. */
const filesLoadedBy: Readonly<Record<string, readonly string[]>> = {
  'deferred-script.ts': ['paypane-fields.js', 'paypane-claim.js', 'paypane-qr.js'],
  'verified-files.ts': ['paypane-deferred.js', localeHashes],
}

/**
 * Builds into `folder` the files that are loaded on demand, each before the one that has its hash, `paypane.js` last; then
 * `integrity.json` with all hashes, and each file compressed. A hash in `paypane.js` counts for every payer's first load, so
 * these are SHA-256.
 */
export function lazyFiles(folder: string): Plugin {
  return {
    name: 'paypane-lazy-files',
    transform: {
      filter: { id: /embed\/(verified-files|deferred-script)\.ts$/ },
      async handler(code, id) {
        const hashes = await hashesOf('sha256', folder, filesLoadedBy[basename(id)] ?? [])
        return { code: `${code}\nconst __HASHES__ = ${JSON.stringify(hashes)}`, map: null }
      },
    },
    buildApp: {
      order: 'pre',
      async handler(builder) {
        const { client, qr, fields, claim, deferred } = builder.environments
        if (!client || !qr || !fields || !claim || !deferred)
          throw new Error('The build has no environments for its scripts')
        await Promise.all([
          writeLocales(folder),
          ...[qr, fields, claim].map((script) => builder.build(script)),
        ])
        await builder.build(deferred)
        const localesByFile = await hashesOf('sha256', folder, locales.map(localeFile))
        await writeLocaleHashes(folder, localesByFile)
        await builder.build(client)
        const all = {
          ...(await hashesOf('sha384', folder, ['paypane.js'])),
          ...(await hashesOf('sha256', folder, Object.values(filesLoadedBy).flat())),
          ...localesByFile,
        }
        await writeFile(join(folder, 'integrity.json'), `${JSON.stringify(all, null, 2)}\n`)
      },
    },
  }
}

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
