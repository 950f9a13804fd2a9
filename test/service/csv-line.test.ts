import { expect, test } from 'vitest'
import { type CsvValue, csvLine } from '../../src/service/csv-line.ts'

test.each<[CsvValue, string]>([
  ['plain', 'plain'],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\r\nlines', '"two\r\nlines"'],
  ['Київ', 'Київ'],
  [null, ''],
  [true, 'true'],
  [-5, '-5'],
  ['1250.00', '1250.00'],
  ['=1+1', "'=1+1"],
  ['+380', "'+380"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t'=1"],
  ['\tx', "'\tx"],
  ['a;=1+1', "a;'=1+1"],
  ['a; "=1+1"', `"a;' ""=1+1"""`],
  ['"=1+1"', `"'""=1+1"""`],
  ['a\n=1+1', `"a\n'=1+1"`],
  ['a; b-1; "c=1"', `"a; b-1; ""c=1"""`],
  [' =1+1', "' =1+1"],
  ['\u00a0\u200b+1', "'\u00a0\u200b+1"],
  ['＝1+1', "'＝1+1"],
  ['　＠SUM(A1)', "'　＠SUM(A1)"],
  ['﹣1', "'﹣1"],
  ['−1', "'−1"],
  ['a = b', 'a = b'],
  ['\r=1', '"\'\r\'=1"'],
  ['=HYPERLINK("https://x.test","y")', '"\'=HYPERLINK(""https://x.test"",""y"")"'],
])('%j is one field: %s', (value, field) => {
  expect(csvLine([value, 1])).toBe(`${field},1`)
})

test.each(['\t', '\n', ' \t', '" '])('a long run of %j is read once', (text) => {
  // It takes hours if each place is read to the end of the text.
  expect(csvLine([text.repeat(1_000_000)])).toContain(text)
})
