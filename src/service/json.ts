/**
 * JSON whose numbers keep the text they were written with: `100.00` stays `100.00`, and no amount ever passes
 * through a float.
 */

/** A JSON number as its own text. */
export class JsonNumber {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

const stringOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/gs

/** As `JSON.parse`, but every number comes as a `JsonNumber`; a byte order mark in front is passed over. */
export function parseJson(text: string): unknown {
  const json = stripByteOrderMark(text)
  // First as it stands, so that the grammar is the platform's business and the scan below may trust it.
  JSON.parse(json)
  const numbers: JsonNumber[] = []
  const withIndexes = json.replace(stringOrNumber, (token) =>
    token.startsWith('"') ? token : String(numbers.push(new JsonNumber(token)) - 1),
  )
  return JSON.parse(withIndexes, (_key, value: unknown) =>
    typeof value === 'number' ? numbers[value] : value,
  )
}

const stringOrBracket = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:]/gs

/** The member names of the outermost object in a valid JSON text, in order, repeated ones included. */
export function memberNames(text: string): string[] {
  const names: string[] = []
  let depth = 0
  let lastString = ''
  for (const [token] of stripByteOrderMark(text).matchAll(stringOrBracket)) {
    if (token === '{' || token === '[') depth += 1
    else if (token === '}' || token === ']') depth -= 1
    else if (token !== ':') lastString = token
    else if (depth === 1) names.push(String(JSON.parse(lastString)))
  }
  return names
}

const stripByteOrderMark = (text: string): string => (text.startsWith('\uFEFF') ? text.slice(1) : text)
