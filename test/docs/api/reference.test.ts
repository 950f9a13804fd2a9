import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '../page.ts'
import { entries, referencePages } from './reference.ts'

const pages = referencePages()

test.each([...pages])('%s is what the code says; after a change of it: npm run api', (path, text) => {
  expect(readFileSync(join(root, path), 'utf8')).toBe(text)
})

test('there is no page of an entry that is gone', () => {
  const example = readdirSync(join(root, 'docs/api')).map((file) => `docs/api/${file}`)
  expect(example.sort()).toEqual([...pages.keys()].sort())
})

describe.each(entries.map((entry) => [entry.name, entry] as const))('%s', (_, { docs, exports, parts }) => {
  test('says what it is', () => {
    expect(docs).not.toBe('')
  })

  test('says of everything that it exports what that is', () => {
    expect(exports.filter((one) => one.docs === '').map(({ name }) => name)).toEqual([])
  })

  test('shows how each of its functions is called', () => {
    const functions = exports.filter(({ kind }) => kind === 'function')
    expect(functions.filter((one) => !one.docs.includes('@example')).map(({ name }) => name)).toEqual([])
  })

  test('says of every option, every event and every method what it is', () => {
    const untold = [...exports, ...parts].flatMap((one) =>
      membersOf(one)
        .filter(({ isMethod, isTold }) => !isTold && (isMethod || isOptions.test(one.name)))
        .map(({ member }) => `${one.name}.${member}`),
    )
    expect(untold).toEqual([])
  })
})

const isOptions = /(Options|Props|PaypaneCallbacks|Events|Request|Terms)$/

/** The members that a declaration has a line for, and whether a comment stands before it. */
function membersOf({ text }: { text: string }) {
  const lines = text.split('\n')
  return lines.flatMap((line, index) => {
    const [, member, sign = ''] = /^ {2}(?:readonly )?(['\w:]+?)(\??[:(])/.exec(line) ?? []
    if (member === undefined || member === 'constructor') return []
    return [{ member, isMethod: sign.endsWith('('), isTold: lines[index - 1]?.endsWith('*/') === true }]
  })
}
