import { readFileSync } from 'node:fs'
import { isExactAsDouble } from '../../service/amount.ts'
import { JsonNumber, parseJson, repeatedName } from '../../service/json.ts'

/** The content of a JSON file, or why it cannot be read. */
export type JsonContent = { value: unknown } | { problem: string }

/** A member that is given twice is refused, and a number that would lose digits. */
export function readJsonFile(file: string): JsonContent {
  try {
    return { value: parseExactJson(readFileSync(file, 'utf8')) }
  } catch (error) {
    return { problem: `cannot be read: ${error instanceof Error ? error.message : String(error)}` }
  }
}

/** Like `JSON.parse`. Throws a `RangeError` that names a member that is given twice, or a number that would lose digits. */
export function parseExactJson(text: string): unknown {
  const value = withExactNumbers(parseJson(text), [])
  const repeated = repeatedName(text)
  if (repeated !== null) throw new RangeError(`${repeated} is given twice`)
  return value
}

function withExactNumbers(value: unknown, path: readonly (string | number)[]): unknown {
  if (value instanceof JsonNumber) {
    if (isExactAsDouble(value.text)) return Number(value.text)
    throw new RangeError(`${path.join('.')} is a number that would lose digits: write it as text`)
  }
  if (Array.isArray(value)) return value.map((item, index) => withExactNumbers(item, [...path, index]))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withExactNumbers(member, [...path, name])]),
  )
}
