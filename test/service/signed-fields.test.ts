import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { JsonNumber, parseJson } from '../../src/service/json.ts'
import { scanSignedFields } from '../../src/service/signed-fields.ts'

const names = ['externalId', 'status', 'amount', 'orderType'] as const

/** What `JSON.parse` reads, with numbers as their text. */
function parsedFields(text: string): Record<string, unknown> | null {
  const parsed = parseJson(text)
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed) || parsed instanceof JsonNumber)
    return null
  const fields = names.map((name) => {
    const value: unknown = Object.hasOwn(parsed, name) ? Reflect.get(parsed, name) : undefined
    const field = value instanceof JsonNumber ? value.text : value
    return [name, typeof field === 'string' && field !== '' && !field.includes(';') ? field : null] as const
  })
  return fields.some(([, value]) => value === null) ? null : Object.fromEntries(fields)
}

const space = fc.stringMatching(/^[ \t\r\n]{0,3}$/)
const escaped = (text: string): string =>
  [...text].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')
const nameText = fc.oneof(
  fc.constantFrom(...names).map((name) => JSON.stringify(name)),
  fc.constantFrom(...names).map((name) => `"${escaped(name)}"`),
  fc.string().map((text) => JSON.stringify(text)),
)
const number = fc.stringMatching(/^-?(0|[1-9]\d{0,20})(\.\d{1,9})?([eE][+-]?\d{1,3})?$/)
const valueText = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: 'grapheme' }).map((text) => JSON.stringify(text)) },
  { weight: 3, arbitrary: number },
  { weight: 1, arbitrary: fc.json() },
  { weight: 1, arbitrary: fc.constantFrom('{"status":"Failed"}', '[{"amount":1}]', '"}{\\"]["', 'true') },
)
const member = fc
  .tuple(space, nameText, space, space, valueText, space)
  .map(([a, name, b, c, value, d]) => ({ name: JSON.parse(name), text: `${a}${name}${b}:${c}${value}${d}` }))
const complete = fc
  .tuple(
    ...names.map((name) =>
      fc.oneof(number, fc.constant('"x"')).map((value) => ({ name, text: `"${name}":${value}` })),
    ),
  )
  .map((members) => [...members])

describe('the signed fields of a body', () => {
  test('are those that JSON.parse reads, in any valid JSON object', () => {
    let seen = 0
    fc.assert(
      fc.property(
        fc.array(member, { maxLength: 6 }),
        fc.option(complete, { nil: [] }),
        space,
        (others, signed, before) => {
          const members = [...others, ...signed]
          const given = members.map(({ name }) => name).filter((name) => names.includes(name))
          const text = `${before}{${members.map((one) => one.text).join(',')}}${before}`
          const isTwice = new Set(given).size !== given.length
          if (!isTwice && signed.length > 0) seen += 1
          expect(scanSignedFields(text)).toEqual(isTwice ? null : parsedFields(text))
        },
      ),
      { numRuns: 2000 },
    )
    expect(seen).toBeGreaterThan(100)
  })

  test('are null for any other JSON', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(scanSignedFields(text)).toEqual(parsedFields(text))
      }),
    )
  })

  test('are read in time that grows with the length alone', () => {
    const body = '{"externalId":"E1","status":"Success","amount":1,"orderType":"Deposit","x":'
    for (const rest of ['[', '{"a":', '["', '"', '\\', '"\\"', ':', ',"status"'])
      expect(scanSignedFields(body + rest.repeat(300_000))).toBeNull()
  })

  const signed = { externalId: 'E1', status: 'Success', amount: '1', orderType: 'Deposit' }
  const body = (more = '', fields: object = signed): string => JSON.stringify(fields).replace('{', `{${more}`)

  test('of more than 1024 characters, quotes included, are malformed', () => {
    const status = 'S'.repeat(1022)
    expect(scanSignedFields(body('', { ...signed, status }))).toEqual({ ...signed, status })
    expect(scanSignedFields(body('', { ...signed, status: `${status}S` }))).toBeNull()
  })

  test('an externalId of more than 512 characters is malformed', () => {
    const externalId = 'E'.repeat(512)
    expect(scanSignedFields(body('', { ...signed, externalId }))).toEqual({ ...signed, externalId })
    expect(scanSignedFields(body('', { ...signed, externalId: `${externalId}E` }))).toBeNull()
  })

  test.each([
    ['begin alike', '"statuses":"Failed",'],
    ['are cut short', '"statu":"Failed",'],
    ['hold another escape', '"\\t0061mount":2,'],
  ])('are not those of names that %s', (_, member) => {
    expect(scanSignedFields(body(member))).toEqual(signed)
  })

  test.each([
    ['no object', `[${body().slice(1)}`],
    ['another quote', body().replace('"', "'")],
    ['no colon', body().replace(':', '=')],
    ['a bracket behind a value', body('"x":1],')],
    ['no end', body().slice(0, -1)],
    ['no end of a nested value', body('"x":["],')],
    ['a value without quotes', body().replace('"Success"', 'x1')],
    ['a number that ends in letters', body().replace('"1"', '1x')],
    ['an unknown escape in a value', body().replace('E1', '\\x')],
    ['an escape with "/"', body().replace('orderType', '\\u007/rderType')],
    ['an escape with "@"', body().replace('externalId', 'external\\u004@d')],
    ['an escape with "g"', body().replace('orderType', 'orderTy\\u006ge')],
  ])('are null for a text with %s', (_, text) => {
    expect(() => JSON.parse(text)).toThrow(SyntaxError)
    expect(scanSignedFields(text)).toBeNull()
  })

  test('are read behind escapes in either case', () => {
    const escapedName = body()
      .replace('externalId', 'externa\\u006c\\u0049d')
      .replace('orderType', 'or\\u0064erT\\u0079pe')
    expect(scanSignedFields(escapedName)).toEqual(signed)
    expect(
      scanSignedFields(
        body().replace('status', '\\u0073tatu\\u0073').replace('amount', 'a\\u006D\\u006Funt'),
      ),
    ).toEqual(signed)
  })
})
