import { closestMatch } from 'leven'

/** The known name that a misspelt one most likely stands for: at most two letters differ. Null if there is none. */
export function closestName(name: string, known: readonly string[]): string | null {
  const names = new Map(known.map((candidate) => [normalize(candidate), candidate]))
  const maxDistance = name.length < 6 ? 1 : 2
  return names.get(closestMatch(normalize(name), [...names.keys()], { maxDistance }) ?? '') ?? null
}

/** ` Did you mean order?`, or an empty text. */
export function didYouMean(name: string, known: readonly string[]): string {
  const closest = closestName(name, known)
  return closest === null ? '' : ` Did you mean ${closest}?`
}

/** `seal_key` and `sealKey` are the same name. */
const normalize = (name: string): string => name.toLowerCase().replace(/[_-]/g, '')
