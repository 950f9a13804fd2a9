import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { entries, publicExports } from './exports.ts'

const labels = (exports: typeof publicExports) => exports.map(({ entry, name }) => `${entry}: ${name}`)

test('every entry of the package begins with a doc comment', () => {
  const isDocumented = (file: string) =>
    /^(?:'use client'\s+)?\/\*\*((?!\*\/).)*@module/s.test(readFileSync(file, 'utf8'))
  expect(entries.filter(({ file }) => !isDocumented(file)).map(({ entry }) => entry)).toEqual([])
})

test('every public export has a doc comment', () => {
  expect(labels(publicExports.filter(({ docs }) => docs === ''))).toEqual([])
  expect(publicExports.length).toBeGreaterThan(80)
})

test('every public function has an example', () => {
  const functions = publicExports.filter(({ isFunction }) => isFunction)
  expect(labels(functions.filter(({ docs }) => !docs.includes('@example')))).toEqual([])
  expect(functions.length).toBeGreaterThan(15)
})
