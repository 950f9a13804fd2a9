import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compilePattern } from '../../../../src/server/rules/checkout/linear-pattern.ts'

/** Whether the whole text matches; the problem of a pattern that is refused. */
function matches(pattern: string, text: string): boolean | string {
  const compiled = compilePattern(pattern)
  return 'test' in compiled ? compiled.test(text) : compiled.problem
}

const item = fc.constantFrom(
  ...['a', 'b', '.', '[ab]', '[^a]', String.raw`\d`, String.raw`\.`, '(?:)', '[[a-c]&&[bc]]'],
  ...[String.raw`\p{L}`, 'é', '😀', '^', '$', String.raw`\u{61}`, String.raw`\x62`],
)
const { pattern } = fc.letrec<{ pattern: string }>((tie) => ({
  pattern: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    item,
    fc.tuple(tie('pattern'), tie('pattern')).map((parts) => parts.join('')),
    fc.tuple(tie('pattern'), tie('pattern')).map(([a, b]) => `(${a}|${b})`),
    fc
      .tuple(tie('pattern'), fc.constantFrom('*', '+', '?', '{2}', '{1,3}', '{2,}', '*?'))
      .map(([part, times]) => `(?:${part})${times}`),
  ),
}))
const text = fc.array(fc.constantFrom('a', 'b', 'c', '1', '.', 'é', '😀', '\n'), { maxLength: 6 })

test('matches what a regular expression of JavaScript matches', () => {
  fc.assert(
    fc.property(pattern, text, (source, characters) => {
      const value = characters.join('')
      expect(matches(source, value)).toBe(new RegExp(`^(?:${source})$`, 'v').test(value))
    }),
    { numRuns: 2000 },
  )
})

describe('a pattern that JavaScript would try for ages', () => {
  test.each(['([A-Za-z]+ ?)+', '(a*)*', '(a|a)*', '(a|aa)+', '(.*a){20}', 'a*a*a*a*a*a*a*a*a*a*'])(
    'is matched: %s',
    (source) => {
      expect(matches(source, `${'a'.repeat(1023)}!`)).toBe(false)
      expect(matches(source, 'a'.repeat(1024))).toBe(true)
    },
  )
})

test.each([
  ['a lookahead', '(?=a)a', /assertion/],
  ['a lookbehind', '(?<!b)a', /assertion/],
  ['a word boundary', String.raw`\ba`, /assertion/],
  ['a back reference', String.raw`(a)\1`, /back reference/],
  ['a named back reference', String.raw`(?<x>a)\k<x>`, /back reference/],
  ['a property of strings', String.raw`\p{RGI_Emoji}`, /several characters/],
  ['a class with strings', String.raw`[\q{ab|c}]`, /several characters/],
  ['thousands of states', '((a{0,40}){0,40}){0,40}', /repeats too much/],
  ['one state too many', 'a{1999}', /repeats too much/],
  ['an unclosed group', '(', /not a regular expression/],
  ['an escape that only old patterns may have', String.raw`\_`, /not a regular expression/],
])('refuses %s', (_, source, problem) => {
  expect(matches(source, 'a')).toMatch(problem)
})

test.each([
  [String.raw`\+380\d{9}`, '+380671234567'],
  ['^[A-Z]{2}[0-9]{6}$', 'AB123456'],
  [String.raw`(?<number>\d{1,4})(/\w)?`, '12/b'],
  [String.raw`[\p{L}' \-]+`, "Олена О'Ніл-Коваль"],
  ['.{2,}', '😀é'],
  [String.raw`\w:\\b+`, String.raw`C:\b`],
  ['a{1998}', 'a'.repeat(1998)],
  // Valid with the flag `u` only.
  ['[[(]x', '[x'],
])('matches %s', (source, value) => {
  expect(matches(source, value)).toBe(true)
})

test.each(['a*?', 'a+?', 'a??', 'a{12}', 'a{12}?', 'a{2,12}', 'a{10,}?'])(
  'repeats %s as often as JavaScript does',
  (source) => {
    const values = Array.from({ length: 20 }, (_, length) => 'a'.repeat(length))
    expect(values.filter((value) => matches(source, value))).toEqual(
      values.filter((value) => new RegExp(`^(?:${source})$`, 'v').test(value)),
    )
  },
)

test.each([
  [String.raw`\ud83d\ude00`, '😀'],
  [String.raw`\uD83D\uDE00`, '😀'],
  [String.raw`\ud83d\ud83d`, '\ud83d\ud83d'],
  [String.raw`\ud83d-\ude00`, '\ud83d-\ude00'],
  [String.raw`\u0416\u0418`, 'ЖИ'],
  [String.raw`\u{1f600}\x41\cJ`, '😀A\n'],
  [String.raw`\p{Lu}\P{Lu}`, 'Жж'],
])('reads the escapes of %s', (source, value) => {
  expect(matches(source, value)).toBe(true)
})
