import { Entry } from '../../rules/model.ts'
import { parsed, sql } from './statement.ts'

/** What `parseRow` reads. */
export const columns = sql`id, version, doc`

/** Every row is validated when it is read. */
export const parseRow = parsed('entries', (row): Entry => {
  const document: unknown = JSON.parse(String(row['doc']))
  const entry = Entry.parse(Object.assign({}, document, { version: Number(row['version']) }))
  keepUnknownFields(entry, document)
  return entry
})

/**
 * Gives a parsed document the fields that its schema does not know: a newer process has stored them, and a write by this
 * one must not delete them. Items of lists are compared by their position, which parsing keeps.
 */
function keepUnknownFields(parsed: unknown, stored: unknown): void {
  if (!isObject(parsed) || !isObject(stored)) return
  for (const [name, value] of Object.entries(stored))
    if (Object.hasOwn(parsed, name)) keepUnknownFields(Reflect.get(parsed, name), value)
    else Object.defineProperty(parsed, name, { value, enumerable: true })
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
