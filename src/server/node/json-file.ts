import { readFileSync } from 'node:fs'

/** The content of a JSON file, or why it cannot be read. */
export function readJsonFile(file: string): { value: unknown } | { problem: string } {
  try {
    return { value: JSON.parse(readFileSync(file, 'utf8')) }
  } catch (error) {
    return { problem: `cannot be read: ${error instanceof Error ? error.message : String(error)}` }
  }
}
