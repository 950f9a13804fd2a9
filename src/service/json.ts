/** JSON whose numbers keep their text: `100.00` stays `100.00`, never a float. */

/** A JSON number as text. */
export class JsonNumber {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

const stringOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/gs

/** Like `JSON.parse`, but every number becomes a `JsonNumber`. A leading byte order mark is ignored. */
export function parseJson(text: string): unknown {
  const json = stripByteOrderMark(text)
  // Validates the grammar, so that the scan below can rely on it.
  JSON.parse(json)
  const numbers: JsonNumber[] = []
  const withIndexes = json.replace(stringOrNumber, (token) =>
    token.startsWith('"') ? token : String(numbers.push(new JsonNumber(token)) - 1),
  )
  const restore = (value: unknown): unknown => (typeof value === 'number' ? numbers[value] : value)
  return restore(replaceMembers(JSON.parse(withIndexes), restore))
}

/** As the reviver of `JSON.parse`, in a fraction of its time. */
function replaceMembers(value: unknown, replaced: (member: unknown) => unknown): unknown {
  if (isObject(value))
    for (const name of Object.keys(value)) value[name] = replaced(replaceMembers(value[name], replaced))
  return value
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const stripByteOrderMark = (text: string): string => (text.startsWith('\uFEFF') ? text.slice(1) : text)

/** Delimiters of members and objects. Strings are matched whole, so that their content is skipped. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}:]/gs

/** The first member name that an object of valid JSON has twice, for an error; null if there is none. */
export function repeatedName(json: string): string | null {
  const objects: Set<string>[] = []
  let lastString = '""'
  for (const [token] of json.matchAll(tokens)) {
    const names = objects.at(-1)
    if (token === '{') objects.push(new Set())
    else if (token === '}') objects.pop()
    else if (token !== ':') lastString = token
    else if (names !== undefined) {
      const name = String(JSON.parse(lastString))
      if (names.has(name)) return /^[\w.-]{1,64}$/.test(name) ? name : 'A member'
      names.add(name)
    }
  }
  return null
}
