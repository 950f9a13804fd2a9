/** The known name that a misspelt one most likely stands for: at most one mistake away. Null if there is none. */
export const closestName = (name: string, known: readonly string[]): string | null =>
  known.find((candidate) => isMisspelling(normalize(name), normalize(candidate))) ?? null

/** ` Did you mean order?`, or an empty text. */
export function didYouMean(name: string, known: readonly string[]): string {
  const closest = closestName(name, known)
  return closest === null ? '' : ` Did you mean ${closest}?`
}

/** `seal_key` and `sealKey` are the same name. */
const normalize = (name: string): string => name.toLowerCase().replace(/[_-]/g, '')

/** Whether at most one character is missing, added or another one, or two neighbours are swapped. */
function isMisspelling(name: string, known: string): boolean {
  let start = 0
  while (start < name.length && name[start] === known[start]) start += 1
  const [a, b] = [name.slice(start), known.slice(start)]
  const swapped = a.charAt(1) + a.charAt(0) + a.slice(2)
  return a.slice(1) === b.slice(1) || a.slice(1) === b || a === b.slice(1) || swapped === b
}
