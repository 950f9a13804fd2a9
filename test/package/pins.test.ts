import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const linesOf = (file: string) => readFileSync(join(root, file), 'utf8').split('\n')

const workflows = readdirSync(join(root, '.github/workflows')).map((file) => `.github/workflows/${file}`)

test('workflows use actions by commit, with the version beside it', () => {
  const uses = workflows.flatMap(linesOf).filter((line) => /^\s*(- )?uses:/.test(line))
  expect(uses.length).toBeGreaterThan(0)
  expect(uses.filter((line) => !/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([])
})

test('every workflow limits the permissions of its token', () => {
  expect(workflows.filter((file) => !linesOf(file).some((line) => /^permissions:/.test(line)))).toEqual([])
})

test('images are pinned by digest', () => {
  const stages = linesOf('Dockerfile').flatMap((line) => /^FROM \S+ AS (\S+)$/.exec(line)?.[1] ?? [])
  const images = ['Dockerfile', 'compose.yaml']
    .flatMap(linesOf)
    .flatMap((line) => /^(?:FROM|\s+image:) (\S+)/.exec(line)?.[1] ?? [])
    .filter((image) => !stages.includes(image))
  expect(images.map((image) => image.replace(/:.*/, ''))).toEqual(['node', 'postgres'])
  expect(images.filter((image) => !/@sha256:[0-9a-f]{64}$/.test(image))).toEqual([])
})
