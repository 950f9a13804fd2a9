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
