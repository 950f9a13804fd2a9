const maxLength = 120
/** Its part before the first term. */
const contextLength = 40

export interface ExcerptPart {
  text: string
  isMatch: boolean
}

/** The text around the first of the terms, in parts. `terms` are in lower case. */
export function excerpt(text: string, terms: readonly string[]): ExcerptPart[] {
  const pattern = new RegExp(`(${terms.map(escapeForRegExp).join('|')})`, 'gi')
  const first = terms.length === 0 ? -1 : text.search(pattern)
  const before = text.slice(0, Math.max(first, 0))
  const start = before.length <= contextLength ? 0 : before.indexOf(' ', before.length - contextLength) + 1
  const rest = text.slice(start)
  const length = rest.length <= maxLength ? rest.length : rest.lastIndexOf(' ', maxLength)
  const shown = `${start > 0 ? '… ' : ''}${rest.slice(0, length)}${length < rest.length ? ' …' : ''}`
  if (first < 0) return [{ text: shown, isMatch: false }]
  return shown
    .split(pattern)
    .map((part, position) => ({ text: part, isMatch: position % 2 === 1 }))
    .filter((part) => part.text !== '')
}

const escapeForRegExp = (term: string): string => term.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')
