import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import manifest from '../../package.json' with { type: 'json' }
import { billOfMaterials } from '../../scripts/release-tarball.ts'
import { builtIn } from '../../scripts/vite/modules.ts'

const root = join(import.meta.dirname, '../..')
const { packages } = z
  .object({ packages: z.record(z.string(), z.object({ dev: z.boolean(), optional: z.boolean() }).partial()) })
  .parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))

/** What `npm install paypane` brings, besides optional peers. */
const installed = Object.entries(packages)
  .filter(([path, { dev, optional }]) => path !== '' && dev !== true && optional !== true)
  .map(([path]) => path.replace(/^.*node_modules\//, ''))
  .filter((name) => !(name in manifest.devDependencies))

test('a shop installs at most ten packages, this one included', () => {
  expect(installed.toSorted()).toEqual(Object.keys(manifest.dependencies).toSorted())
  expect(installed.length + 1).toBeLessThanOrEqual(10)
})

test('the bill of materials of a release names these packages, and those that are built in', () => {
  const { components } = z
    .object({ components: z.array(z.object({ name: z.string(), version: z.string() })) })
    .parse(JSON.parse(billOfMaterials(root)))
  expect(components.map(({ name }) => name)).toEqual(
    expect.arrayContaining([...Object.keys(manifest.dependencies), ...builtIn, 'pino']),
  )
})
