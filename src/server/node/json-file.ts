import { readFileSync } from 'node:fs'
import { isExactAsDouble } from '../../service/amount.ts'
import { JsonNumber, parseJson } from '../../service/json.ts'

/** The content of a JSON file, or why it cannot be read. A number that would lose digits is refused by its path. */
export function readJsonFile(file: string): { value: unknown } | { problem: string } {
  try {
    return { value: parseExactJson(readFileSync(file, 'utf8')) }
  } catch (error) {
    return { problem: `cannot be read: ${error instanceof Error ? error.message : String(error)}` }
  }
}

/** Like `JSON.parse`. Throws a `RangeError` that names the path of a number that would lose digits. */
const parseExactJson = (text: string): unknown => withExactNumbers(parseJson(text), [])

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
