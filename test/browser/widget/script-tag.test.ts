import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { locales } from '../../../src/widget/i18n/locales.ts'
import { localeTags } from '../../../src/widget/i18n/tags.ts'

const fileAt = (path: string) => readFile(new URL(`../../../dist/${path}`, import.meta.url), 'utf8')
const script = await fileAt('paypane.js')

test('paypane.js is ASCII, since a page in any encoding may load it', () => {
  expect(script.match(/[^\n\x20-\x7e]/g)).toBeNull()
})

test('paypane.js creates one global name', () => {
  expect(script.match(/^(?:var|let|const|function|class) \w+/gm)).toEqual(['var Paypane'])
})

test('paypane.js starts with the comment by which V8 compiles its functions while it loads', () => {
  expect(script.startsWith('//# allFunctionsCalledOnLoad\n')).toBe(true)
})

test('integrity.json has the hash of every file, and what loads a file has it, too', async () => {
  const hashes: Record<string, string> = JSON.parse(await fileAt('integrity.json'))
  const scripts = [
    'paypane.js',
    'paypane-qr.js',
    'paypane-fields.js',
    'paypane-deferred.js',
    'paypane-claim.js',
  ]
  const files = [...scripts, 'locales/hashes.json', ...localeTags.map((tag) => `locales/${tag}.json`)]
  const localeHashes = await fileAt('locales/hashes.json')
  const deferred = await fileAt('paypane-deferred.js')
  expect(Object.keys(hashes).sort()).toEqual(files.sort())
  for (const [file, hash] of Object.entries(hashes)) {
    const [algorithm = '', digest] = hash.split(/-(.*)/)
    expect(
      createHash(algorithm)
        .update(await fileAt(file))
        .digest('base64'),
      file,
    ).toBe(digest)
    const isLocale = file.startsWith('locales/') && file !== 'locales/hashes.json'
    const isOfDeferred = /^paypane-(fields|claim|qr)\.js$/.test(file)
    const holder = isLocale ? localeHashes : isOfDeferred ? deferred : script
    if (file !== 'paypane.js') expect(holder, file).toContain(digest)
  }
})

test.each(localeTags)('locales/%s.json has the messages of the locale', async (tag) => {
  const { messages } = await locales[tag]()
  expect(JSON.parse(await fileAt(`locales/${tag}.json`))).toEqual(messages)
})
