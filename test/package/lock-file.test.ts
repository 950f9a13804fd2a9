import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'

const readJson = (file: string): unknown =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../..', file), 'utf8'))

const { allowScripts } = z
  .object({ allowScripts: z.record(z.string(), z.boolean()) })
  .parse(readJson('package.json'))

const { packages } = z
  .object({
    packages: z.record(
      z.string(),
      z.object({
        integrity: z.string().optional(),
        resolved: z.string().optional(),
        link: z.boolean().optional(),
        hasInstallScript: z.boolean().optional(),
      }),
    ),
  })
  .parse(readJson('package-lock.json'))

const installed = Object.entries(packages)
  .filter(([path]) => path.includes('node_modules/'))
  .map(([path, entry]) => ({ ...entry, name: path.replace(/^.*node_modules\//, '') }))
const links = installed.filter(({ link }) => link)
const downloaded = installed.filter(({ link }) => !link)

test('every downloaded package has a hash', () => {
  expect(downloaded.filter(({ integrity }) => !integrity?.startsWith('sha512-'))).toEqual([])
})

test('every package comes from the configured registry or from a folder of this repository', () => {
  expect(downloaded.filter(({ resolved }) => resolved !== undefined)).toEqual([])
  expect(links.map(({ name, resolved }) => [name, resolved])).toEqual([['@paypane/node', 'scripts/node']])
})

test('only reviewed packages have install scripts', () => {
  const withScripts = downloaded.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name)
  expect(withScripts.toSorted()).toEqual(Object.keys(allowScripts).toSorted())
})
