/**
 * Gives a parsed document the fields that its schema does not know: a newer process has stored them, and a write by this
 * one must not delete them. Items of lists are compared by their position, which parsing keeps.
 */
export function keepUnknownFields(parsed: unknown, stored: unknown): void {
  if (!isObject(parsed) || !isObject(stored)) return
  for (const [name, value] of Object.entries(stored))
    if (Object.hasOwn(parsed, name)) keepUnknownFields(Reflect.get(parsed, name), value)
    else Object.defineProperty(parsed, name, { value, enumerable: true, writable: true, configurable: true })
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
