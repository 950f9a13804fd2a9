import { maxIdLength } from './order.ts'
import type { SignedFields } from './signature.ts'

/** Longer values are malformed, so that a hostile body cannot make the digest expensive. */
const maxFieldLength = 1024

const names = ['externalId', 'status', 'amount', 'orderType'] as const satisfies (keyof SignedFields)[]

const quote = 0x22
const comma = 0x2c
const colon = 0x3a
const backslash = 0x5c
const openBracket = 0x5b
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d

/**
 * The signed members of the outermost object, in one linear scan: a number as its text, a string as its characters.
 * Null if one is missing, given twice or of another type. Of a text that is valid JSON it reads what `JSON.parse` reads;
 * it does not validate the rest, which is parsed only after the signature has been verified.
 */
export function scanSignedFields(text: string): SignedFields | null {
  const found: Partial<SignedFields> = {}
  let at = skipSpace(text, text.startsWith('\uFEFF') ? 1 : 0)
  if (text.charCodeAt(at) !== openBrace) return null
  do {
    const nameStart = skipSpace(text, at + 1)
    if (text.charCodeAt(nameStart) !== quote) return null
    const nameEnd = skipString(text, nameStart)
    const name = signedName(text, nameStart + 1, nameEnd - 1)
    at = skipSpace(text, nameEnd)
    if (text.charCodeAt(at) !== colon) return null
    const valueStart = skipSpace(text, at + 1)
    const valueEnd = skipValue(text, valueStart)
    if (name !== null) {
      const value = found[name] === undefined ? fieldText(text.slice(valueStart, valueEnd)) : null
      if (value === null) return null
      found[name] = value
    }
    at = skipSpace(text, valueEnd)
  } while (text.charCodeAt(at) === comma)
  if (text.charCodeAt(at) !== closeBrace) return null
  const { externalId, status, amount, orderType } = found
  if (externalId === undefined || status === undefined || amount === undefined || orderType === undefined)
    return null
  return externalId.length > maxIdLength ? null : { externalId, status, amount, orderType }
}

/** The signed member that the characters of a JSON string name. */
const signedName = (text: string, from: number, to: number): keyof SignedFields | null =>
  names.find((name) => spells(text, from, to, name)) ?? null

/** Whether the characters of a JSON string, escaped or not, are these letters. */
function spells(text: string, from: number, to: number, letters: string): boolean {
  let at = from
  for (let index = 0; index < letters.length; index += 1) {
    const isEscape = text.charCodeAt(at) === backslash
    const code = isEscape ? escapedCode(text, at) : text.charCodeAt(at)
    if (code !== letters.charCodeAt(index)) return false
    at += isEscape ? 6 : 1
  }
  return at === to
}

/** The character code of `\u0061`. Letters have no other escape. */
function escapedCode(text: string, at: number): number {
  if (text.charCodeAt(at + 1) !== 0x75) return Number.NaN
  let code = 0
  for (let index = at + 2; index < at + 6; index += 1) code = code * 16 + hexDigit(text.charCodeAt(index))
  return code
}

/** NaN if it is no hex digit. Without a substring, which would make a body full of escaped names expensive. */
function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  const lower = code | 0x20
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : Number.NaN
}

/** The text of a signed value; null if it is neither a string nor a number, or could not be signed unambiguously. */
function fieldText(json: string): string | null {
  if (json.length > maxFieldLength) return null
  const value = json.startsWith('"') ? parseString(json) : /^-?\d[\d.eE+-]*$/.test(json) ? json : null
  // A semicolon could shift the boundary between two signed values, and all lone surrogates encode to the same bytes:
  // either would let an altered callback match its signature.
  return value === null || value === '' || value.includes(';') || !value.isWellFormed() ? null : value
}

function parseString(json: string): string | null {
  try {
    return String(JSON.parse(json))
  } catch {
    return null
  }
}

function skipSpace(text: string, from: number): number {
  let at = from
  while (isSpace(text.charCodeAt(at))) at += 1
  return at
}

const isSpace = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09

/** The position after a string that begins at `from`. */
function skipString(text: string, from: number): number {
  let end = text.indexOf('"', from + 1)
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end === -1 ? text.length : end + 1
}

/** Whether an odd number of backslashes precedes a position. */
function isEscaped(text: string, at: number): boolean {
  let first = at
  while (text.charCodeAt(first - 1) === backslash) first -= 1
  return (at - first) % 2 === 1
}

/** The position after a value that begins at `from`. Nested values are skipped, however deep they are. */
function skipValue(text: string, from: number): number {
  const first = text.charCodeAt(from)
  if (first === quote) return skipString(text, from)
  if (first === openBrace || first === openBracket) return skipNested(text, from)
  let at = from
  while (at < text.length && !endsScalar(text.charCodeAt(at))) at += 1
  return at
}

const endsScalar = (code: number): boolean =>
  code === comma || code === closeBrace || code === closeBracket || isSpace(code)

function skipNested(text: string, from: number): number {
  let depth = 0
  let at = from
  while (at < text.length) {
    switch (text.charCodeAt(at)) {
      case quote:
        at = skipString(text, at)
        continue
      case openBrace:
      case openBracket:
        depth += 1
        break
      case closeBrace:
      case closeBracket:
        depth -= 1
        if (depth === 0) return at + 1
    }
    at += 1
  }
  return at
}
