import { readFileSync } from 'node:fs'
import { parseExactJson } from '../rules/exact-json.ts'

/** The content of a JSON file, or why it cannot be read. A number that would lose digits is refused by its path. */
export function readJsonFile(file: string): { value: unknown } | { problem: string } {
  try {
    return { value: parseExactJson(readFileSync(file, 'utf8')) }
  } catch (error) {
    return { problem: `cannot be read: ${error instanceof Error ? error.message : String(error)}` }
  }
}
