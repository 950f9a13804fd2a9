/** The known name that a misspelt one most likely stands for; null if there is no close one. */
export function closestName(name: string, known: readonly string[]): string | null {
  const ranked = known
    .map((candidate) => ({ candidate, distance: editDistance(normalize(name), normalize(candidate)) }))
    .filter(({ candidate, distance }) => distance <= candidate.length / 4)
    .sort((a, b) => a.distance - b.distance)
  return ranked[0]?.candidate ?? null
}

/** ` Did you mean order?`, or an empty text. */
export function didYouMean(name: string, known: readonly string[]): string {
  const closest = closestName(name, known)
  return closest === null ? '' : ` Did you mean ${closest}?`
}

/** `seal_key` and `sealKey` are the same name. */
const normalize = (name: string): string => name.toLowerCase().replace(/[_-]/g, '')

/** Insertions, deletions, replacements and swaps of neighbours. */
function editDistance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, index) => index)]
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    const at = (back: number, j: number): number => rows[i - back]?.[j] ?? Number.POSITIVE_INFINITY
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = at(1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swapped = isSwap ? at(2, j - 2) + 1 : Number.POSITIVE_INFINITY
      row.push(Math.min(replaced, swapped, at(1, j) + 1, (row[j - 1] ?? 0) + 1))
    }
    rows.push(row)
  }
  return rows[a.length]?.[b.length] ?? 0
}
