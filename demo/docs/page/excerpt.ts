const maxLength = 120

export interface ExcerptPart {
  text: string
  isMatch: boolean
}

/** The text around the first of the terms, in parts. `terms` are in lower case. */
export function excerpt(text: string, terms: readonly string[]): ExcerptPart[] {
  const pattern = new RegExp(`(${terms.map(escapeForRegExp).join('|')})`, 'gi')
  const first = terms.length === 0 ? -1 : text.search(pattern)
  const wordStart = first < 40 ? 0 : text.indexOf(' ', first - 40) + 1
  const start = wordStart === 0 || wordStart > first ? Math.max(first - 40, 0) : wordStart
  const end = start + maxLength
  const shown = `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`
  if (first < 0) return [{ text: shown, isMatch: false }]
  return shown
    .split(pattern)
    .map((part, position) => ({ text: part, isMatch: position % 2 === 1 }))
    .filter((part) => part.text !== '')
}

const escapeForRegExp = (term: string): string => term.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')
