import { expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { publishedManifest } from '../../scripts/published-files.ts'

const published = publishedManifest(manifest)

test('the published package refers to built files only', () => {
  const text = JSON.stringify([published['exports'], published['bin'], published['sideEffects']])
  const files = [...text.matchAll(/"(\.\/[^"]+)"(?!:)/g)].map(([, file = '']) => file)
  expect(files.length).toBeGreaterThan(30)
  expect(files.filter((file) => !/^\.\/(dist\/|docs\/openapi\.json|package\.json)/.test(file))).toEqual([])
  expect(text).not.toContain('paypane-source')
})

test('it has the entries and dependencies of the repository, in the same order, and nothing for development', () => {
  const repositoryOnly = ['scripts', 'devDependencies', 'allowScripts']
  expect(Object.keys(published)).toEqual(
    Object.keys(manifest).filter((member) => !repositoryOnly.includes(member)),
  )
  expect(Object.keys(Object(published['exports']))).toEqual(Object.keys(manifest.exports))
  expect(published['dependencies']).toEqual(manifest.dependencies)
})
