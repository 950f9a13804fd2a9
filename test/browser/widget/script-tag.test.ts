import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

const script = await readFile(new URL('../../../dist/paypane.js', import.meta.url), 'utf8')

test('paypane.js is ASCII, since a page in any encoding may load it', () => {
  expect(script.match(/[^\n\x20-\x7e]/g)).toBeNull()
})

test('paypane.js creates one global name', () => {
  expect(script.match(/^(?:var|let|const|function|class) \w+/gm)).toEqual(['var Paypane'])
})
