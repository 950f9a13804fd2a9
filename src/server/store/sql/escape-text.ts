/**
 * References, identifiers and what a callback says come from outside and may hold what a database does not take or gives
 * back changed: PostgreSQL refuses U+0000, and a lone surrogate becomes another character in either. Such a character
 * goes in as the sign below and four digits, and comes out as it was. So every text is found again by itself, and only by itself.
 */
const escapeChar = '\uE0FF'
const unsupportedChars = /[\0\uE0FF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g
const escaped = /\uE0FF([0-9a-f]{4})/g

export const escapeText = (text: string): string =>
  text.replace(unsupportedChars, (char) => escapeChar + char.charCodeAt(0).toString(16).padStart(4, '0'))

export const unescapeText = (stored: string): string =>
  stored.includes(escapeChar)
    ? stored.replace(escaped, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
    : stored
